//! Floor 1: The predicate language of --where: lexer, parser, typed tree, in-memory test.
