// Animated GIF (89a) of pictures with few colours, such as boards: one palette for all frames, and of each frame only what has changed.

/** Colours of the palette. */
const COLOURS = 256;
const MAX_CODE = 4096;

/** A colour in 15 bits, by which near ones count as one. */
const key = (pixels: Uint8ClampedArray, at: number) => ((pixels[at]! >> 3) << 10) | ((pixels[at + 1]! >> 3) << 5) | (pixels[at + 2]! >> 3);

/** The commonest colours of some pictures, three bytes each. */
function paletteOf(pictures: readonly ImageData[]): Uint8Array {
  const counts = new Map<number, { count: number; colour: readonly number[] }>();
  for (const { data } of pictures) {
    for (let at = 0; at < data.length; at += 4) {
      const one = counts.get(key(data, at));
      if (one) one.count++;
      else counts.set(key(data, at), { count: 1, colour: [data[at]!, data[at + 1]!, data[at + 2]!] });
    }
  }
  const palette = new Uint8Array(3 * COLOURS);
  const commonest = [...counts.values()].sort((one, other) => other.count - one.count).slice(0, COLOURS);
  commonest.forEach(({ colour }, index) => palette.set(colour, 3 * index));
  return palette;
}

export class Gif {
  readonly #bytes: number[] = [];
  readonly #palette: Uint8Array;
  readonly #nearest = new Map<number, number>();
  readonly #width: number;
  readonly #height: number;
  #last: Uint8Array | undefined;

  /** The pictures say which colours there are; all frames have their size. */
  constructor(pictures: readonly [ImageData, ...ImageData[]]) {
    const { width, height } = pictures[0];
    [this.#width, this.#height] = [width, height];
    this.#palette = paletteOf(pictures);
    // A table of 256 colours, then the extension for endless repetition.
    this.#text('GIF89a');
    this.#words(width, height);
    this.#bytes.push(0xf7, 0, 0, ...this.#palette, 0x21, 0xff, 11);
    this.#text('NETSCAPE2.0');
    this.#bytes.push(3, 1, 0, 0, 0);
  }

  /** Adds a frame that is shown for so many hundredths of a second. */
  add({ data }: ImageData, delay: number): void {
    const indices = new Uint8Array(this.#width * this.#height);
    for (let at = 0; at < indices.length; at++) indices[at] = this.#indexOf(data, 4 * at);
    const { left, top, right, bottom } = this.#changed(indices);
    this.#last = indices;
    this.#bytes.push(0x21, 0xf9, 4, 4);
    this.#words(delay);
    this.#bytes.push(0, 0, 0x2c);
    this.#words(left, top, right - left, bottom - top);
    this.#bytes.push(0, 8);
    const part = new Uint8Array((right - left) * (bottom - top));
    for (let y = top; y < bottom; y++) part.set(indices.subarray(y * this.#width + left, y * this.#width + right), (y - top) * (right - left));
    this.#blocks(compressed(part));
  }

  finish(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from([...this.#bytes, 0x3b]);
  }

  #text(text: string): void {
    for (const letter of text) this.#bytes.push(letter.charCodeAt(0));
  }

  #words(...words: number[]): void {
    for (const word of words) this.#bytes.push(word & 255, word >> 8);
  }

  #blocks(data: readonly number[]): void {
    for (let at = 0; at < data.length; at += 255) {
      const block = data.slice(at, at + 255);
      this.#bytes.push(block.length, ...block);
    }
    this.#bytes.push(0);
  }

  #indexOf(pixels: Uint8ClampedArray, at: number): number {
    const wanted = key(pixels, at);
    const known = this.#nearest.get(wanted);
    if (known !== undefined) return known;
    let best = 0;
    let least = Infinity;
    for (let index = 0; index < COLOURS; index++) {
      let distance = 0;
      for (let part = 0; part < 3; part++) distance += (pixels[at + part]! - this.#palette[3 * index + part]!) ** 2;
      if (distance < least) [best, least] = [index, distance];
    }
    this.#nearest.set(wanted, best);
    return best;
  }

  /** The rectangle in which a frame differs from the one before; at least one pixel. */
  #changed(indices: Uint8Array): { left: number; top: number; right: number; bottom: number } {
    const [width, height, last] = [this.#width, this.#height, this.#last];
    if (!last) return { left: 0, top: 0, right: width, bottom: height };
    let [left, top, right, bottom] = [width, height, 0, 0];
    for (let at = 0; at < indices.length; at++) {
      if (indices[at] === last[at]) continue;
      const [x, y] = [at % width, Math.floor(at / width)];
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
    }
    return right === 0 ? { left: 0, top: 0, right: 1, bottom: 1 } : { left, top, right, bottom };
  }
}

/** LZW with codes of 9 to 12 bits, the lowest bit first. */
function compressed(indices: Uint8Array): number[] {
  const [CLEAR, END] = [256, 257];
  const out: number[] = [];
  let [bits, count] = [0, 0];
  let [size, next] = [9, END + 1];
  let codes = new Map<number, number>();
  const write = (code: number) => {
    bits |= code << count;
    for (count += size; count >= 8; count -= 8, bits >>>= 8) out.push(bits & 255);
  };
  write(CLEAR);
  let prefix = indices[0] ?? 0;
  for (let at = 1; at < indices.length; at++) {
    const longer = (prefix << 8) | indices[at]!;
    const code = codes.get(longer);
    if (code !== undefined) {
      prefix = code;
      continue;
    }
    write(prefix);
    if (next < MAX_CODE) {
      // The reader is one code behind.
      if (next === 1 << size) size++;
      codes.set(longer, next++);
    } else {
      write(CLEAR);
      codes = new Map();
      [size, next] = [9, END + 1];
    }
    prefix = indices[at]!;
  }
  write(prefix);
  // The reader may be about to read longer codes.
  if (next === 1 << size && size < 12) size++;
  write(END);
  if (count > 0) out.push(bits & 255);
  return out;
}
