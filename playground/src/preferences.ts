// Preferences about the page itself, kept in the browser's local storage.

const PREFIX = 'weakfish-playground-';

/** A stored choice, or a default: also where the storage is forbidden or has something else. */
export function stored<Value extends boolean | number | string>(name: string, otherwise: Value): Value {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null');
    return typeof value === typeof otherwise ? (value as Value) : otherwise;
  } catch {
    return otherwise;
  }
}

export function store(name: string, value: boolean | number | string): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Not stored then.
  }
}
