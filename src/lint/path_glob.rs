//! Globs over paths: `*` and `?` within a part, `**` for any number of parts.

/// Tells whether a path fits a glob; both have `/` between their parts. A glob of a single part
/// fits a file of that name anywhere.
pub(super) fn fits(glob: &str, path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    let globs: Vec<&str> = glob.trim_start_matches("./").split('/').collect();
    match (globs.as_slice(), parts.last()) {
        ([name], Some(last)) if *name != "**" => part_fits(name, last),
        (globs, _) => parts_fit(globs, &parts),
    }
}

fn parts_fit(globs: &[&str], parts: &[&str]) -> bool {
    // Whether the globs so far fit the first `n` parts, for every n.
    let mut fit = vec![false; parts.len() + 1];
    fit[0] = true;
    for glob in globs {
        let mut next = vec![false; parts.len() + 1];
        for n in 0..=parts.len() {
            next[n] = match (*glob, n) {
                ("**", 0) => fit[0],
                ("**", n) => fit[n] || next[n - 1],
                (_, 0) => false,
                (glob, n) => fit[n - 1] && part_fits(glob, parts[n - 1]),
            };
        }
        fit = next;
    }
    fit[parts.len()]
}

fn part_fits(glob: &str, part: &str) -> bool {
    let (glob, part): (Vec<char>, Vec<char>) = (glob.chars().collect(), part.chars().collect());
    let (mut g, mut p, mut star) = (0, 0, None);
    while p < part.len() {
        match glob.get(g) {
            Some('*') => {
                star = Some((g, p));
                g += 1;
            }
            Some(c) if *c == '?' || *c == part[p] => (g, p) = (g + 1, p + 1),
            Some(_) | None => match star {
                Some((at, from)) => {
                    star = Some((at, from + 1));
                    (g, p) = (at + 1, from + 1);
                }
                None => return false,
            },
        }
    }
    glob[g..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn parts_and_any_number_of_them() {
        for (glob, path, expected) in [
            ("tests/**", "tests/a/b.yaml", true),
            ("tests/**", "src/tests/b.yaml", false),
            ("**/tests/*.yaml", "src/tests/b.yaml", true),
            ("**/tests/*.yaml", "tests/b.yaml", true),
            ("tests/*.yaml", "tests/a/b.yaml", false),
            ("*.test.yaml", "a/b/c.test.yaml", true),
            ("./a/?.yaml", "a/b.yaml", true),
            ("a/*b*c", "a/xbxbxc", true),
            ("**", "a/b", true),
            ("a/**/b", "a/b", true),
        ] {
            assert_eq!(fits(glob, path), expected, "{glob} {path}");
        }
    }
}
