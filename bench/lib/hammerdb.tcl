# Runs HammerDB's own TPROC-C scripts without its shell: the folder's src/ writes them into an editor, which is a string here.
#
#   HAMMERDB_PASSWORD=... tclsh hammerdb.tcl build|run mariadb|postgresql PORT USER DATABASE WAREHOUSES WORKERS
#
# Run in HammerDB's folder. `build` creates and fills the database with WORKERS threads; `run` is one virtual user of the timed
# script, as fast as it can, until it is killed. HammerDB's defaults hold for everything that is not named. Its library mariatcl
# is mysqltcl under other names, so mysqltcl stands in for it.
package require Thread
lassign $argv verb engine port user database warehouses workers
if {$workers eq ""} { error "usage: hammerdb.tcl build|run mariadb|postgresql PORT USER DATABASE WAREHOUSES WORKERS" }

# What a script of HammerDB finds in its interpreter: its modules, its place among the virtual users, its database library.
set prelude {
    ::tcl::tm::path add [file join [pwd] modules]
    package require tpcccommon
    proc tpcccommon::findvuposition {} { return [list $::position $::total] }
    if {$::engine eq "mariadb"} {
        package require mysqltcl
        foreach name {connect use exec close} { interp alias {} maria$name {} mysql$name }
        namespace eval maria {}
        foreach name {sel exec autocommit commit rollback} { interp alias {} maria::$name {} mysql::$name }
        upvar #0 mysqlstatus mariastatus
    } else {
        package require Pgtcl
        # Debian's Pgtcl is not the one that HammerDB brings: no handler of notices, and no formats in this call.
        if {[info commands pg_notice_handler] eq ""} {
            proc pg_notice_handler {args} {}
            rename pg_exec_prepared pgtcl_exec_prepared
            proc pg_exec_prepared {lda statement result_formats formats args} { pgtcl_exec_prepared $lda $statement {*}$args }
        }
    }
}

# The editor that the scripts are written into, and questions that are always answered with yes.
set script ""
proc .ed_mainFrame.mainwin.textFrame.left.text {action args} {
    if {$action eq "fastinsert"} { append ::script [lindex $args end] }
}
proc .ed_mainFrame.notebook {args} {}
proc ed_edit_clear {} { set ::script "" }
proc load_virtual {} {}
proc tk_messageBox {args} { return yes }

proc settings {engine values} {
    ::tcl::tm::path add [file join [pwd] modules]
    package require xml
    set found [::XML::To_Dict_Ml config/$engine.xml]
    dict for {path value} $values { dict set found {*}$path $value }
    return $found
}

proc written_script {verb} {
    global engine port user database warehouses workers env
    set password $env(HAMMERDB_PASSWORD)
    source src/generic/gentpcc.tcl
    if {$engine eq "mariadb"} {
        source src/mariadb/mariaoltp.tcl
        set ::maria_ssl_options ""
        set ::dbdict {maria {library mysqltcl}}
        set ::configmariadb [settings mariadb [list \
            {connection maria_host} 127.0.0.1 {connection maria_port} $port {connection maria_socket} null \
            {tpcc schema maria_count_ware} $warehouses {tpcc schema maria_num_vu} $workers {tpcc schema maria_user} $user \
            {tpcc schema maria_pass} $password {tpcc schema maria_dbase} $database]]
        foreach part {schema driver} { flatten ::configmariadb $part }
        if {$verb eq "build"} { build_mariatpcc } else { loadtimedmariatpcc }
    } else {
        source src/postgresql/pgoltp.tcl
        set ::dbdict {postgresql {library Pgtcl}}
        set ::configpostgresql [settings postgresql [list \
            {connection pg_host} 127.0.0.1 {connection pg_port} $port {connection pg_sslmode} disable \
            {tpcc schema pg_count_ware} $warehouses {tpcc schema pg_num_vu} $workers {tpcc schema pg_superuser} $user \
            {tpcc schema pg_superuserpass} $password {tpcc schema pg_user} $user {tpcc schema pg_pass} $password \
            {tpcc schema pg_dbase} $database]]
        foreach part {schema driver} { flatten ::configpostgresql $part }
        if {$verb eq "build"} { build_pgtpcc } else { loadtimedpgtpcc }
    }
    return $::script
}

# HammerDB's shell keeps schema and driver options side by side.
proc flatten {name part} {
    upvar #0 $name found
    if {[dict exists $found tpcc $part]} {
        set options [dict get $found tpcc $part]
        dict unset found tpcc $part
        dict set found tpcc [dict merge [dict get $found tpcc] $options]
    }
}

set opmode Local
tsv::set application abort 0
set text [written_script $verb]

if {$verb eq "run"} {
    set position 2
    set total [expr {$workers + 1}]
    eval $prelude
    eval $text
    exit 0
}

# The first is the monitor, which creates the tables and waits for the others; its fixed waits of 5 and 10 s are shortened.
set members [expr {$workers > 1 ? $workers + 1 : 1}]
for {set place 1} {$place <= $members} {incr place} {
    set id [thread::create -joinable]
    lappend threads $id
    thread::send $id [list set ::position $place]
    thread::send $id [list set ::total $members]
    thread::send $id [list set ::engine $engine]
    thread::send $id $prelude
    thread::send $id {rename after real_after; proc after {ms args} { real_after [expr {min($ms, 200)}] {*}$args }}
    thread::send -async $id "if {\[catch [list $text] problem\]} { tsv::set failed $place \$problem }; thread::release"
}
foreach id $threads { thread::join $id }
if {[tsv::array names failed] ne ""} {
    puts stderr [tsv::array get failed]
    exit 1
}
exit 0
