//! The places of the lines of a text.

use std::ops::Range;

/// The lines of a text; `\n`, `\r\n` and a lone `\r` end one. A text has at least one line.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    /// The bytes of each line, without its end.
    lines: Vec<Range<usize>>,
}

impl Lines {
    /// Finds the lines of a text.
    pub(super) fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut lines = Vec::new();
        let mut start = 0;
        for (at, &byte) in bytes.iter().enumerate() {
            let ends = byte == b'\n' || (byte == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
            if ends {
                let end = if byte == b'\n' && at > start && bytes[at - 1] == b'\r' { at - 1 } else { at };
                lines.push(start..end);
                start = at + 1;
            }
        }
        lines.push(start..bytes.len());
        Self { lines }
    }

    /// The number of lines.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// The line, counted from 0, in which a byte stands. A line's end belongs to it.
    pub(super) fn line_of(&self, byte: usize) -> usize {
        self.lines.partition_point(|line| line.start <= byte).saturating_sub(1)
    }

    /// The bytes of a line, without its end; empty if there is no such line.
    pub(super) fn range(&self, line: usize) -> Range<usize> {
        self.lines.get(line).cloned().unwrap_or_default()
    }
}

/// The last boundary between characters that is not after `at`.
pub(super) fn boundary_before(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// The first boundary between characters that is not before `at`.
pub(super) fn boundary_after(text: &str, at: usize) -> usize {
    (at..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_end_of_line_is_found() {
        let text = "a\r\nbc\rd\n\ne";
        let lines = Lines::new(text);
        let found: Vec<_> = (0..lines.len()).map(|line| &text[lines.range(line)]).collect();
        assert_eq!(found, ["a", "bc", "d", "", "e"]);
        let of: Vec<_> = (0..=text.len()).map(|byte| lines.line_of(byte)).collect();
        assert_eq!(of, [0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 4]);
        assert_eq!(lines.range(5), 0..0);
    }

    #[test]
    fn a_text_has_a_line_after_its_last_end() {
        assert_eq!(Lines::new("").len(), 1);
        assert_eq!(Lines::new("a\n").len(), 2);
        assert_eq!(Lines::new("a\n").line_of(2), 1);
        assert_eq!(Lines::new("\r\n").len(), 2);
    }

    #[test]
    fn boundaries_are_between_characters() {
        let text = "aäb";
        assert_eq!((0..6).map(|at| boundary_before(text, at)).collect::<Vec<_>>(), [0, 1, 1, 3, 4, 4]);
        assert_eq!((0..6).map(|at| boundary_after(text, at)).collect::<Vec<_>>(), [0, 1, 3, 3, 4, 4]);
    }
}
