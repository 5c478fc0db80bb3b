// Text in very few bits: each bit is predicted from the text before it and from texts that both sides know, and only the surprise is
// stored. So a text that differs from a known one in a few lines takes little more than those lines.
//
// The prediction mixes those of the last bytes (orders 1 to 5), of the word, and of the longest match; the mixed ones are weighed by
// their success so far. All sums are of integers, which every browser rounds alike: links hold what this makes, so any change of
// a number here makes another format.

/** log(p / (1 - p)) of chances of 12 bits, in steps of 1/256, and its inverse. */
const [STRETCH, squash] = (() => {
  const KNOTS = [1, 2, 3, 6, 10, 16, 27, 45, 73, 120, 194, 310, 488, 747, 1101, 1546, 2047, 2549, 2994, 3348, 3607, 3785, 3901, 3975, 4022, 4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094];
  const squash = (x: number): number => {
    if (x > 2047) return 4095;
    if (x < -2047) return 0;
    const [rest, at] = [x & 127, (x >> 7) + 16];
    return (KNOTS[at]! * (128 - rest) + KNOTS[at + 1]! * rest + 64) >> 7;
  };
  const stretch = new Int16Array(4096).fill(2047);
  let next = 0;
  for (let x = -2047; x <= 2047; x++) {
    for (const value = squash(x); next <= value; next++) stretch[next] = x;
  }
  return [stretch, squash] as const;
})();

const ORDERS = 6;
const INPUTS = ORDERS + 2;
const TABLE_BITS = 16;
const LIMIT = 127;
/** How fast a chance follows, by the number of bits it has seen: 2^16 / (n + 1.5). */
const RATES = Int32Array.from({ length: LIMIT + 1 }, (_, seen) => Math.trunc(131072 / (2 * seen + 3)));
const MIN_MATCH = 4;
const MAX_MATCH = 31;

/** Predicts the bits of a text, the highest of each byte first. */
class Predictor {
  readonly #text: number[] = [];
  /** By order: chances of 16 bits that the next bit is 1, and how many bits each has seen. */
  readonly #chances = Array.from({ length: ORDERS }, () => new Uint16Array(1 << TABLE_BITS).fill(32768));
  readonly #seen = Array.from({ length: ORDERS }, () => new Uint8Array(1 << TABLE_BITS));
  readonly #hashes = new Int32Array(ORDERS);
  readonly #slots = new Int32Array(ORDERS);
  /** Chances that the bit of a match is right, by its length. */
  readonly #matchChances = new Uint16Array(MAX_MATCH + 1).fill(49152);
  readonly #last = new Map<number, number>();
  /** Where the text that matches goes on, and for how many bytes it has. */
  #match = 0;
  #length = 0;
  #expected = -1;
  readonly #inputs = new Int32Array(INPUTS);
  /** By the length of the match. */
  readonly #weights = new Int32Array((MAX_MATCH + 1) * INPUTS).fill(22000);
  #word = 0;
  /** The bits of the present byte, after a 1. */
  #partial = 1;
  #mixed = 2048;

  constructor() {
    this.#predict();
  }

  /** The chance that the next bit is 1, of 12 bits, never certain. */
  get chance(): number {
    return Math.min(4095, Math.max(1, this.#mixed));
  }

  learn(bit: number): void {
    const error = ((bit << 12) - this.#mixed) * 16;
    const row = this.#length * INPUTS;
    for (let input = 0; input < INPUTS; input++) {
      this.#weights[row + input]! += (this.#inputs[input]! * error + 0x8000) >> 16;
    }
    for (let order = 0; order < ORDERS; order++) {
      const [chances, seen, slot] = [this.#chances[order]!, this.#seen[order]!, this.#slots[order]!];
      const rate = RATES[seen[slot]!]!;
      const [chance, goal] = [chances[slot]!, bit ? 65535 : 0];
      chances[slot] = chance + Math.trunc(((goal - chance) * rate) / 65536);
      if (seen[slot]! < LIMIT) seen[slot]!++;
    }
    if (this.#expected >= 0) {
      const chance = this.#matchChances[this.#length]!;
      const isRight = this.#expected === bit;
      this.#matchChances[this.#length] = chance + (((isRight ? 65535 : 0) - chance) >> 5);
      if (!isRight) this.#length = 0;
    }
    this.#partial = (this.#partial << 1) | bit;
    if (this.#partial >= 256) this.#end(this.#partial & 255);
    this.#predict();
  }

  /** A byte is complete. */
  #end(byte: number): void {
    const text = this.#text;
    text.push(byte);
    this.#partial = 1;
    const isLetter = (byte >= 97 && byte <= 122) || (byte >= 65 && byte <= 90);
    this.#word = isLetter ? (Math.imul(this.#word + byte, 0x2f0b4c47) | 0) : 0;
    let hash = 0;
    for (let order = 0; order < ORDERS - 1; order++) {
      hash = Math.imul(hash ^ ((text[text.length - 1 - order] ?? 0) + 1 + order * 257), 0x9e3779b1);
      hash ^= hash >>> 15;
      this.#hashes[order] = hash;
    }
    this.#hashes[ORDERS - 1] = Math.imul(this.#word ^ byte, 0x7feb352d) | 1;
    const context = this.#hashes[MIN_MATCH - 1]!;
    const found = this.#last.get(context);
    if (this.#length > 0) {
      this.#match++;
      if (this.#length < MAX_MATCH) this.#length++;
    } else if (found !== undefined) {
      this.#match = found;
      while (this.#length < MAX_MATCH && this.#length < found && text[found - 1 - this.#length] === text[text.length - 1 - this.#length]) this.#length++;
    }
    this.#last.set(context, text.length);
  }

  #predict(): void {
    const partial = this.#partial;
    const inputs = this.#inputs;
    for (let order = 0; order < ORDERS; order++) {
      const hash = Math.imul(this.#hashes[order]! ^ Math.imul(partial, 0x5bd1e995), 0x1b873593);
      const slot = (hash ^ (hash >>> 16)) & ((1 << TABLE_BITS) - 1);
      this.#slots[order] = slot;
      inputs[order] = this.#seen[order]![slot] === 0 ? 0 : STRETCH[this.#chances[order]![slot]! >> 4]!;
    }
    this.#expected = -1;
    inputs[ORDERS] = 0;
    if (this.#length > 0) {
      const next = this.#text[this.#match]! | 256;
      const bits = 31 - Math.clz32(partial);
      if (next >> (8 - bits) === partial) {
        this.#expected = (next >> (7 - bits)) & 1;
        const certainty = STRETCH[this.#matchChances[this.#length]! >> 4]!;
        inputs[ORDERS] = this.#expected ? certainty : -certainty;
      } else {
        this.#length = 0;
      }
    }
    inputs[ORDERS + 1] = 256;
    let sum = 0;
    const row = this.#length * INPUTS;
    for (let input = 0; input < INPUTS; input++) sum += inputs[input]! * this.#weights[row + input]!;
    // Products of 11 and 17 bits: the sum is exact.
    this.#mixed = squash(Math.max(-2047, Math.min(2047, Math.floor(sum / 65536))));
  }
}

const encoder = new TextEncoder();

/** A predictor that has read these texts. */
function taught(known: readonly string[]): Predictor {
  const made = new Predictor();
  for (const text of known) for (const byte of encoder.encode(text)) write(made, byte);
  return made;
}

function write(predictor: Predictor, byte: number, each?: (bit: number) => void): void {
  for (let at = 7; at >= 0; at--) {
    const bit = (byte >> at) & 1;
    each?.(bit);
    predictor.learn(bit);
  }
}

/** Encodes bytes after texts that the reader knows. */
export function squeeze(bytes: Uint8Array, known: readonly string[]): Uint8Array<ArrayBuffer> {
  const predictor = taught(known);
  const out: number[] = [];
  let [low, high] = [0, 0xffffffff];
  const code = (bit: number) => {
    const middle = split(low, high, predictor.chance);
    if (bit) high = middle;
    else low = middle + 1;
    while (low >>> 24 === high >>> 24) {
      out.push(high >>> 24);
      low = (low << 8) >>> 0;
      high = ((high << 8) | 255) >>> 0;
    }
  };
  for (const byte of bytes) write(predictor, byte, code);
  // The shortest bytes in the range; after their end the reader sees zeros.
  if (low > 0) {
    const one = (low >>> 24) + 1;
    out.push(one);
  }
  while (out.at(-1) === 0) out.pop();
  return Uint8Array.from(out);
}

/** Decodes bytes until `isEnd` says that they are complete; `null` if they aren't after `most` bytes. */
export function expand(code: Uint8Array, known: readonly string[], isEnd: (byte: number) => boolean, most: number): Uint8Array<ArrayBuffer> | null {
  const predictor = taught(known);
  const out: number[] = [];
  let at = 0;
  const next = () => code[at++] ?? 0;
  let [low, high, value] = [0, 0xffffffff, 0];
  for (let count = 0; count < 4; count++) value = ((value << 8) | next()) >>> 0;
  while (out.length < most) {
    let byte = 0;
    for (let count = 0; count < 8; count++) {
      const middle = split(low, high, predictor.chance);
      const bit = value <= middle ? 1 : 0;
      if (bit) high = middle;
      else low = middle + 1;
      predictor.learn(bit);
      byte = (byte << 1) | bit;
      while (low >>> 24 === high >>> 24) {
        low = (low << 8) >>> 0;
        high = ((high << 8) | 255) >>> 0;
        value = ((value << 8) | next()) >>> 0;
      }
    }
    out.push(byte);
    if (isEnd(byte)) return Uint8Array.from(out);
  }
  return null;
}

/** The last number of the lower part, which stands for a 1. */
function split(low: number, high: number, chance: number): number {
  const range = high - low;
  return low + Math.floor(range / 4096) * chance + (((range % 4096) * chance) >>> 12);
}
