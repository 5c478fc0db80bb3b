// Line ends, and where a word in Betza notation begins. It has no state.

#include "tree_sitter/parser.h"

enum Token { LINE_END, BETZA_START, LOST };

static bool is_blank(int32_t c) { return c == ' ' || c == '\t'; }
static bool is_line_end(int32_t c) { return c == '\n' || c == '\r'; }

// Whether a word begins here that has a capital, a parenthesis or a bracket in it, before anything that ends a word.
static bool is_betza(TSLexer *lexer) {
  while (!lexer->eof(lexer)) {
    int32_t c = lexer->lookahead;
    if ((c >= 'A' && c <= 'Z') || c == '(' || c == '[') return true;
    if (is_blank(c) || is_line_end(c)) return false;
    if (c == '"' || c == ',' || c == '+' || c == ':' || c == ']' || c == ')') return false;
    lexer->advance(lexer, false);
    if (c == '/' && lexer->lookahead == '/') return false;
  }
  return false;
}

bool tree_sitter_weakfish_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  (void)payload;
  while (is_blank(lexer->lookahead)) lexer->advance(lexer, true);
  if (valid[LINE_END]) {
    if (lexer->eof(lexer)) {
      lexer->result_symbol = LINE_END;
      // Nothing is left to go on with: a parser that is lost would find line ends for ever.
      return !valid[LOST];
    }
    if (is_line_end(lexer->lookahead)) {
      int32_t first = lexer->lookahead;
      lexer->advance(lexer, false);
      if (first == '\r' && lexer->lookahead == '\n') lexer->advance(lexer, false);
      lexer->mark_end(lexer);
      lexer->result_symbol = LINE_END;
      return true;
    }
  }
  if (valid[BETZA_START] && !valid[LOST]) {
    lexer->mark_end(lexer);
    lexer->result_symbol = BETZA_START;
    return is_betza(lexer);
  }
  return false;
}

void *tree_sitter_weakfish_external_scanner_create(void) { return NULL; }
void tree_sitter_weakfish_external_scanner_destroy(void *payload) { (void)payload; }
unsigned tree_sitter_weakfish_external_scanner_serialize(void *payload, char *buffer) {
  (void)payload;
  (void)buffer;
  return 0;
}
void tree_sitter_weakfish_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  (void)payload;
  (void)buffer;
  (void)length;
}
