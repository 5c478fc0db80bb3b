// Numbers in the sentences of a language.

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Chooses the form of a text that goes with a number, by the rules of a language. */
export function plurals(tag: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(tag);
  return (count, forms) => forms[rules.select(count)] ?? forms.other;
}

/** Writes numbers with so many decimals. */
export function decimals(tag: string): (value: number, digits: number) => string {
  return (value, digits) => value.toLocaleString(tag, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false });
}
