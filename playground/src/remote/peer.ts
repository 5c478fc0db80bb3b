// A connection between two pages, whose codes people send each other by hand: there is no server in between. Without one, two devices
// find each other in one network, and elsewhere only where no router stands in the way.

import { base64url, bytesOf } from '../share/base64';
import { Store } from '../store';
import { words } from '../words';

export interface PeerState {
  is: 'new' | 'waiting' | 'open' | 'closed';
  problem: string;
}

/** How long a page collects its addresses before it writes its code, in milliseconds. */
const GATHERING = 2_000;

/** Maximum length of a code in letters, and of a message in characters. */
const MAX_CODE = 20_000;
const MAX_MESSAGE = 300_000;

async function through(stream: GenericTransformStream, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** What one page tells the other to be found. */
async function codeOf(description: RTCSessionDescription): Promise<string> {
  const text = `${description.type}\n${description.sdp}`;
  return base64url(await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(text)));
}

/** Throws an error if the text is no code of this kind. */
async function descriptionIn(code: string, type: 'offer' | 'answer'): Promise<RTCSessionDescriptionInit> {
  const letters = code.replace(/^.*#join=/s, '').replace(/\s+/g, '');
  const wrong = new Error(type === 'offer' ? words.remote.noInvitation : words.remote.noAnswer);
  if (letters === '' || letters.length > MAX_CODE || !/^[\w-]+$/.test(letters)) throw wrong;
  let text: string;
  try {
    text = new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), bytesOf(letters)));
  } catch {
    throw wrong;
  }
  const at = text.indexOf('\n');
  if (text.slice(0, at) !== type) throw wrong;
  return { type, sdp: text.slice(at + 1) };
}

export class Peer {
  readonly store = new Store<PeerState>({ is: 'new', problem: '' });
  /** A message of the other page; it may be anything. */
  onmessage: (message: unknown) => void = () => {};
  readonly #connection = new RTCPeerConnection({ iceServers: [] });
  #channel: RTCDataChannel | undefined;

  constructor() {
    this.#connection.addEventListener('datachannel', ({ channel }) => this.#use(channel));
    this.#connection.addEventListener('connectionstatechange', () => {
      if (['failed', 'closed'].includes(this.#connection.connectionState)) this.#end(words.remote.unfound);
    });
    // The other page knows at once, and not only when it has waited for half a minute.
    addEventListener('pagehide', () => this.close());
  }

  /** Returns the code of an invitation. */
  async invite(): Promise<string> {
    this.#use(this.#connection.createDataChannel('game'));
    return this.#describe(await this.#connection.createOffer());
  }

  /** Takes an invitation, and returns the code of the answer. */
  async join(code: string): Promise<string> {
    await this.#connection.setRemoteDescription(await descriptionIn(code, 'offer'));
    return this.#describe(await this.#connection.createAnswer());
  }

  /** Takes the answer to an invitation. */
  async accept(code: string): Promise<void> {
    await this.#connection.setRemoteDescription(await descriptionIn(code, 'answer'));
  }

  send(message: unknown): void {
    if (this.#channel?.readyState === 'open') this.#channel.send(JSON.stringify(message));
  }

  close(): void {
    this.#connection.close();
    this.#end('');
  }

  #end(problem: string): void {
    const { is } = this.store.state;
    if (is !== 'closed') this.store.set({ is: 'closed', problem: is === 'open' ? '' : problem });
  }

  /** The code of this page, once its addresses are known. */
  async #describe(description: RTCSessionDescriptionInit): Promise<string> {
    await this.#connection.setLocalDescription(description);
    await new Promise<void>(resolve => {
      const done = () => this.#connection.iceGatheringState === 'complete' && resolve();
      this.#connection.addEventListener('icegatheringstatechange', done);
      done();
      setTimeout(resolve, GATHERING);
    });
    this.store.set({ is: 'waiting' });
    return codeOf(this.#connection.localDescription!);
  }

  #use(channel: RTCDataChannel): void {
    this.#channel = channel;
    channel.addEventListener('open', () => this.store.set({ is: 'open', problem: '' }));
    channel.addEventListener('close', () => this.#end(''));
    channel.addEventListener('message', ({ data }) => {
      if (typeof data !== 'string' || data.length > MAX_MESSAGE) return;
      try {
        this.onmessage(JSON.parse(data));
      } catch {
        // Not of this page.
      }
    });
  }
}
