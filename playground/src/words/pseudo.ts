// A table in which every text stands between ⟦ and ⟧. What the page shows without these is in no table.

export function wrapped<Value>(value: Value): Value {
  if (typeof value === 'string') return `⟦${value}⟧` as Value;
  if (typeof value === 'function') return ((...given: unknown[]) => wrapped(value(...given))) as Value;
  if (Array.isArray(value)) return value.map(wrapped) as Value;
  return Object.fromEntries(Object.entries(value as object).map(([name, part]) => [name, wrapped(part)])) as Value;
}
