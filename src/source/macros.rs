//! Counts the tokens of GLSL after its macros are replaced, of which a short text can make any number.

use pp_rs::pp::Preprocessor;

use super::Definition;

/// The number of tokens that naga's front end reads, counted as far as `most`. Zero if the text defines no macro: then it
/// has no more tokens than bytes.
pub(super) fn tokens(text: &str, definitions: &[Definition], most: usize) -> usize {
    if !text.contains("define") && definitions.is_empty() {
        return 0;
    }
    let mut preprocessor = Preprocessor::new(text);
    for (name, value) in definitions {
        // naga's front end reports a value that is no list of tokens.
        let _ = preprocessor.add_define(name, value.as_deref().unwrap_or("1"));
    }
    preprocessor.take_while(Result::is_ok).take(most).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macros_are_replaced() {
        let text = "#version 450\n#define A x x\n#define B A A\nvoid main() { B; }\n";
        // The version, `void main ( ) {`, four `x`, `; }`.
        assert_eq!(tokens(text, &[], 100), 12);
        assert_eq!(tokens(text, &[], 5), 5);
        assert_eq!(tokens("void main() {}", &[], 100), 0);
        let definition = ("C".to_owned(), Some("x x x".to_owned()));
        assert_eq!(tokens("C C", &[definition], 100), 6);
        let mut doubled = "#define M0 (\n".to_owned();
        for level in 1..60 {
            let before = level - 1;
            doubled += &format!("#define M{level} M{before} M{before}\n");
        }
        assert_eq!(tokens(&(doubled + "M59"), &[], 1000), 1000);
    }
}
