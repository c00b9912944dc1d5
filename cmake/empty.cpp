// A room whose headers need no object code still is a library.
