import { type ChildProcess, spawn } from 'node:child_process';

export interface ListeningProcess {
  readonly process: ChildProcess;
  /** Without a trailing slash. */
  readonly url: string;
}

/** Starts a program and waits until it prints `listens on URL`. Throws if it ends before that. */
export async function listeningProcess(command: readonly string[]): Promise<ListeningProcess> {
  const server = spawn(command[0]!, command.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] });
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    const listen = (text: string) => {
      said = (said + text).slice(-2000); // a request log comes here too
      const found = /listens on (http:\S+)/.exec(said);
      if (found !== null) resolve(found[1]!.replace(/\/$/, ''));
    };
    server.stdout.setEncoding('utf8').on('data', listen);
    server.stderr.setEncoding('utf8').on('data', listen);
    server.on('error', reject).on('close', (code) => reject(new Error(`the server ended (${code}): ${said}`)));
  });
  return { process: server, url };
}
