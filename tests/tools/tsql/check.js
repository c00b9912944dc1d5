// Parses every statement and procedure of T-SQL files (schemas/<workload>/sqlserver/*.sql) with the ANTLR grammar of
// T-SQL, and looks for what a grammar cannot know: names of columns and variables that nobody declared, and words that
// SQL Server 2014 does not have. Usage: node check.js FILE... ; exit status 1 when something was found.
"use strict";
const fs = require("fs");
const path = require("path");
const { CharStreams, CommonTokenStream } = require("antlr4ts");
const grammar = "antlr4ts-sql/dist/src/grammar-output/tsql/";
const { TSqlLexer } = require(grammar + "TSqlLexer");
const { TSqlParser } = require(grammar + "TSqlParser");

// Values of marks that are not values of a transaction.
const MARKS = {
    table: "1", options: "", next_id: "101", columns: "id, k, c, pad", condition: "id BETWEEN 1 AND 10",
    first: "1", last: "10",
};
// What came after SQL Server 2014, or is refused by servers that speak its dialect, by the reason.
const TOO_NEW = [
    [/\bDROP\s+\w+\s+IF\s+EXISTS\b/i, "DROP ... IF EXISTS is of 2016"],
    [/\bCREATE\s+OR\s+ALTER\b/i, "CREATE OR ALTER is of 2016 SP1"],
    [/\b(STRING_SPLIT|STRING_ESCAPE|JSON_VALUE|JSON_QUERY|JSON_MODIFY|ISJSON|OPENJSON|DATEDIFF_BIG|COMPRESS|DECOMPRESS|SESSION_CONTEXT)\s*\(/i, "a function of 2016"],
    [/\b(STRING_AGG|CONCAT_WS|TRANSLATE|TRIM)\s*\(/i, "a function of 2017"],
    [/\b(APPROX_COUNT_DISTINCT|GREATEST|LEAST|GENERATE_SERIES|DATE_BUCKET|DATETRUNC|LEFT_SHIFT|RIGHT_SHIFT|BIT_COUNT)\s*\(/i, "a function of 2019 or later"],
    [/\bIS\s+(NOT\s+)?DISTINCT\s+FROM\b/i, "IS DISTINCT FROM is of 2022"],
    [/\bAT\s+TIME\s+ZONE\b/i, "AT TIME ZONE is of 2016"],
    [/\bMERGE\b/i, "MERGE is refused by some servers, and its locking is a matter of its own"],
    [/\bUPDATE\b[^;]*?\bSET\s+@/i, "UPDATE ... SET @variable is refused by some servers"],
];

// Blocks of a file: name, first line, text without comments.
function blocksOf(content) {
    const blocks = [];
    content.split("\n").forEach((line, index) => {
        const name = line.match(/^-- name:\s*(\S+)\s*$/);
        if (name) {
            blocks.push({ name: name[1], line: index + 1, text: "" });
        } else if (blocks.length > 0) {
            blocks[blocks.length - 1].text += line.replace(/--.*$/, "") + "\n";
        }
    });
    return blocks;
}

// Pieces of other blocks; numbers only.
function isPiece(block) {
    return /^part_|_item$|^id_(auto|explicit)$|^bytes_/.test(block.name);
}

function expanded(text, blocks, depth = 0) {
    const piece = (name) => {
        const found = blocks.find((block) => block.name === name);
        return found ? expanded(found.text.trim(), blocks, depth + 1) : undefined;
    };
    return text.replace(/\{(\w+)\}/g, (whole, mark) => {
        if (mark === "table" && /\bFROM\s+\{table\}/.test(text)) {
            return "orders";  // a whole name, not a number behind one
        }
        if (mark in MARKS) {
            return MARKS[mark];
        }
        if (depth < 3 && mark === "id") {
            return piece("id_auto");
        }
        if (depth < 3 && mark === "items") {
            return "@p";  // in an IN list, or as a condition or a row, set by the caller below
        }
        if (depth < 3 && mark.startsWith("each_")) {
            const one = piece("part_" + mark.slice(5));
            const separator = mark.endsWith("_or") ? " OR " : mark.endsWith("_case") ? " " : ", ";
            return one === undefined ? whole : one + separator + one;
        }
        return "@p";
    }).replace(/\?/g, "@p");
}

function statementText(block, blocks) {
    const item = blocks.find((one) => one.name === block.name + "_item");
    if (!item) {
        return expanded(block.text, blocks);
    }
    const one = expanded(item.text.trim(), blocks);
    const separator = /\bBETWEEN\b/.test(one) ? " OR " : ", ";
    return expanded(block.text.replace("{items}", one + separator + one), blocks);
}

function parse(text) {
    const errors = [];
    const listener = {
        // What all would have been right fills pages.
        syntaxError: (recognizer, symbol, line, column, message) =>
            errors.push({ line, message: message.replace(/ expecting .*/, "").slice(0, 120) }),
    };
    // The grammar knows upper case only, and no sequence as a column's default.
    const known = text.toUpperCase().replace(/\(NEXT VALUE FOR \w+\)/g, "(1)");
    const lexer = new TSqlLexer(CharStreams.fromString(known));
    const parser = new TSqlParser(new CommonTokenStream(lexer));
    for (const one of [lexer, parser]) {
        one.removeErrorListeners();
        one.addErrorListener(listener);
    }
    const tree = parser.tsql_file();
    // A misspelt verb at the start is a call of a procedure without EXEC.
    const walk = (node) => {
        if (node.constructor.name === "Execute_body_batchContext") {
            errors.push({ line: node.start.line, message: `"${node.start.text}" is no statement` });
        }
        for (let i = 0; i < node.childCount; ++i) {
            walk(node.getChild(i));
        }
    };
    walk(tree);
    return errors;
}

// Columns of all CREATE TABLE blocks, lower case.
function columnsOf(blocks) {
    const names = new Set();
    for (const block of blocks) {
        if (/\bCREATE\s+TABLE\b/i.test(block.text)) {
            for (const line of block.text.split("\n")) {
                const column = line.match(/^\s+([a-z]\w*)\s+[A-Z{]/);
                if (column) {
                    names.add(column[1].toLowerCase());
                }
            }
        }
    }
    return names;
}

// Names that look like the columns of the nine tables: a prefix of a table and an underscore.
const COLUMN = /(?<![@\w.])(?:[a-z]\w*\.)?((?:w|d|c|h|no|o|ol|i|s|m)_[a-z0-9_]+)\b/g;

function nameErrors(text, columns) {
    const errors = [];
    const lineOf = (at) => text.slice(0, at).split("\n").length;
    const known = new Set(columns);
    for (const alias of text.matchAll(/\bAS\s+([a-z]\w*)\b/g)) {
        known.add(alias[1]);
    }
    for (const list of text.matchAll(/\bAS\s+[a-z]\w*\s*\(([^)]*)\)/g)) {
        list[1].split(",").forEach((name) => known.add(name.trim()));
    }
    for (const list of text.matchAll(/\bTABLE\s*\(([\s\S]*?)\bPRIMARY\b/g)) {
        for (const name of list[1].matchAll(/(?:^|,)\s*([a-z]\w*)\s+[A-Z]/g)) {
            known.add(name[1]);
        }
    }
    if (columns.size > 0) {
        for (const found of text.matchAll(COLUMN)) {
            if (!known.has(found[1]) && !/_(pk|fk)$/.test(found[1])) {
                errors.push({ line: lineOf(found.index), message: `unknown column ${found[1]}` });
            }
        }
    }
    const declared = new Set(["@p"]);
    for (const one of text.matchAll(/(@\w+)\s+(?:INT|BIGINT|TINYINT|SMALLINT|DECIMAL|VARCHAR|CHAR|DATETIME2|TABLE)\b/g)) {
        declared.add(one[1]);
    }
    for (const one of text.matchAll(/(?<!@)@\w+/g)) {
        if (!declared.has(one[0]) && !/sp_\w+[^;]*$/.test(text.slice(0, one.index).split("\n").pop())) {
            errors.push({ line: lineOf(one.index), message: `undeclared ${one[0]}` });
        }
    }
    return errors;
}

function checkText(text, columns) {
    const errors = [...parse(text), ...nameErrors(text, columns)];
    for (const [pattern, reason] of TOO_NEW) {
        const found = text.match(pattern);
        if (found) {
            errors.push({ line: text.slice(0, found.index).split("\n").length, message: reason });
        }
    }
    // Texts handed to sp_executesql are statements too.
    for (const inner of text.matchAll(/sp_executesql\s+N'([^']*)'/gi)) {
        for (const error of checkText(inner[1], columns)) {
            errors.push({ line: 1, message: `in sp_executesql: ${error.message}` });
        }
    }
    return errors;
}

function main(files) {
    let statements = 0;
    const complaints = [];
    for (const file of files) {
        const blocks = blocksOf(fs.readFileSync(file, "utf8"));
        const tables = path.join(path.dirname(file), "tables.sql");
        const columns = /tpcc/.test(file) && fs.existsSync(tables)
            ? columnsOf(blocksOf(fs.readFileSync(tables, "utf8"))) : new Set();
        for (const block of blocks) {
            if (isPiece(block)) {
                continue;
            }
            ++statements;
            for (const { line, message } of checkText(statementText(block, blocks), columns)) {
                complaints.push(`${file}:${block.line + line}: ${block.name}: ${message}`);
            }
        }
    }
    complaints.forEach((text) => console.error(text));
    console.log(`${statements} statements in ${files.length} files, ${complaints.length} errors`);
    return complaints.length === 0 && statements > 0 ? 0 : 1;
}

process.exit(main(process.argv.slice(2)));
