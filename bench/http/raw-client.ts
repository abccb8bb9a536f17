/** One persistent connection directly on the socket, so that times include no client library. */
import { connect, type Socket } from 'node:net';

export class RawClient {
  readonly #socket: Socket;
  readonly #host: string;
  #answered: { resolve(status: number): void; reject(fault: Error): void } | null = null;
  /** Remaining bytes of the body; null before its headers. */
  #missing: number | null = null;
  #status = 0;

  constructor(url: string) {
    const { hostname, port, host } = new URL(url);
    this.#host = host;
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.#socket.on('data', (piece) => this.#receive(piece));
    this.#socket.on('close', () => this.#answered?.reject(new Error('the connection ended')));
    this.#socket.on('error', () => undefined); // reported by 'close'
  }

  /**
   * Resolves with the status once the complete answer has arrived. The answer must have a length, and its headers must arrive
   * at once.
   */
  get(path: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#answered = { resolve, reject };
      this.#missing = null;
      this.#socket.write(`GET ${path} HTTP/1.1\r\nHost: ${this.#host}\r\n\r\n`);
    });
  }

  end(): void {
    this.#answered = null;
    this.#socket.destroy();
  }

  #receive(piece: Buffer): void {
    if (this.#missing === null) {
      const end = piece.indexOf('\r\n\r\n') + 4;
      const head = piece.toString('latin1', 0, end);
      this.#status = Number(head.slice(9, 12));
      const length = /^content-length: (\d+)/im.exec(head);
      if (length === null) {
        this.#answered?.reject(new Error(`no small answer: ${head}`));
        return;
      }
      this.#missing = Number(length[1]) - (piece.length - end);
    } else this.#missing -= piece.length;
    if (this.#missing === 0) this.#answered?.resolve(this.#status);
  }
}
