//! What is wrong with a shader, for machines and for people.

/// One complaint, as machines get it.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub(crate) struct Problem {
    pub(crate) message: String,
    /// A stable word for what went wrong.
    pub(crate) kind: &'static str,
    /// From 1 on; columns count characters.
    pub(crate) line: Option<usize>,
    pub(crate) column: Option<usize>,
    /// What the target lacks: a feature, an extension or a capability.
    pub(crate) needs: Vec<String>,
}

/// The characters of a line that are shown of a longer one, and those of them before what is marked.
const SHOWN: usize = 240;
const BEFORE: usize = 80;

/// Messages with source lines cut to what is marked in them: a minified shader is one line of a megabyte.
pub(crate) fn shortened(text: String) -> String {
    if text.lines().all(|line| line.len() <= 4 * SHOWN) {
        return text;
    }
    let lines: Vec<&str> = text.lines().collect();
    let mut short = String::new();
    let mut from = 0;
    for (place, line) in lines.iter().enumerate() {
        let count = line.chars().count();
        if count > SHOWN {
            // The marks stand in the line below, or this is that line.
            let marks = [Some(line), lines.get(place + 1)].into_iter().flatten();
            let at = marks.filter(|line| line.trim_start_matches([' ', '│', '|']).starts_with(['^', '-', '╭']));
            let mark = at
                .filter_map(|line| line.chars().position(|one| matches!(one, '^' | '-' | '╭')))
                .next();
            if let Some(mark) = mark {
                // A mark that is near enough is shown with what comes before.
                from = if mark < SHOWN { 0 } else { mark - BEFORE };
            }
        }
        if count <= SHOWN {
            short += line;
        } else if from == 0 {
            short.extend(line.chars().take(SHOWN));
            short.push('…');
        } else {
            // The margin with the line's number stays.
            let margin = line.chars().position(|one| one == '│').map_or(0, |place| place + 2);
            short.extend(line.chars().take(margin));
            short.push('…');
            short.extend(line.chars().skip(margin + from).take(SHOWN));
            if count > margin + from + SHOWN {
                short.push('…');
            }
        }
        short.push('\n');
    }
    short
}

/// In the form that messages about shaders have.
pub(crate) fn plain(message: &str) -> String {
    format!("error: {message}\n\n")
}
