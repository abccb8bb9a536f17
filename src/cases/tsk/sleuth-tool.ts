/**
 * Runs a tool of The Sleuth Kit on an image and returns its output. The tool gets the open descriptors of the image's files,
 * which were checked when they were opened, and no path. The tool's memory is limited, it ends with the reader, and at most
 * `TOOL_PROCESSES_MAX` tools run at once.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { onAbort } from '../../shared/ends/end-listeners.ts';
import { AppError } from '../../shared/errors.ts';
import { inheritedDescriptorPath } from '../../shared/platform.ts';
import { Semaphore } from '../../shared/semaphore.ts';
import {
  TOOL_MEMORY_KIBIBYTES_MAX,
  TOOL_MESSAGE_UNITS_MAX,
  TOOL_PROCESSES_MAX,
  TOOL_QUEUE_MAX,
  TOOL_STALL_SECONDS_MAX,
  TOOL_WAIT_SECONDS_MAX,
} from './limits.ts';

export type SleuthTool = 'icat' | 'img_cat';

/**
 * `descriptors` become the tool's 3, 4, …; `descriptorPath` names them in the arguments. The caller may close them after the
 * first bytes of output.
 */
export interface ToolOrder {
  readonly tool: SleuthTool;
  readonly args: readonly string[];
  readonly descriptors: readonly number[];
  readonly signal: AbortSignal;
}

const FIRST_DESCRIPTOR = 3;

const tools = new Semaphore(TOOL_PROCESSES_MAX, {
  tasksMax: TOOL_QUEUE_MAX,
  msMax: TOOL_WAIT_SECONDS_MAX * 1000,
  refusal: () =>
    new AppError('OVERLOADED', `${TOOL_PROCESSES_MAX} contents of disk images are being read; try again later.`),
});

/** Returns the path of the nth descriptor inside a tool. */
export function descriptorPath(index: number): string {
  return inheritedDescriptorPath(FIRST_DESCRIPTOR + index);
}

/** Throws AppError NOT_FOUND, naming the missing tool. */
export async function requireTool(tool: SleuthTool): Promise<string> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, tool);
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere && folder !== '') return path;
  }
  throw new AppError(
    'NOT_FOUND',
    `it is in a disk image, and reading it needs the program ${tool} of The Sleuth Kit, which is not installed here ` +
      '(on Debian: apt-get install sleuthkit)',
  );
}

/**
 * Yields the output of the tool. Throws AppError NOT_FOUND with the tool's own message if it fails, so that a truncated answer
 * never looks complete.
 */
export async function* runTool({ tool, args, descriptors, signal }: ToolOrder): AsyncGenerator<Buffer> {
  const path = await requireTool(tool);
  const leave = await tools.acquire(signal);
  let child: ChildProcess | null = null;
  let watch: NodeJS.Timeout | null = null;
  const end = (): void => void child?.kill('SIGKILL');
  const forget = onAbort(signal, end);
  try {
    const limited = [
      '-c',
      'ulimit -v "$1" 2>/dev/null; shift; exec "$@"',
      'sh',
      String(TOOL_MEMORY_KIBIBYTES_MAX),
      path,
    ];
    child = spawn('sh', [...limited, ...args], { env: {}, stdio: ['ignore', 'pipe', 'pipe', ...descriptors] });
    if (signal.aborted) end();
    const ended = outcomeOf(child);
    ended.catch(() => undefined);
    let isStalled = false;
    watch = setTimeout(() => {
      isStalled = true;
      end();
    }, TOOL_STALL_SECONDS_MAX * 1000);
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      watch.refresh();
      yield chunk;
    }
    const fault = await ended;
    if (isStalled) throw unreadable(`${tool} made no progress for ${TOOL_STALL_SECONDS_MAX} s`);
    if (fault !== null) throw unreadable(`${tool} failed: ${fault}`);
  } finally {
    if (watch !== null) clearTimeout(watch);
    forget();
    end();
    leave();
  }
}

function unreadable(finding: string): AppError {
  return new AppError('NOT_FOUND', `it cannot be read from the disk image: ${finding}`);
}

/** Returns null if it ended well, otherwise the reason. */
function outcomeOf(child: ChildProcess): Promise<string | null> {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (said.length < TOOL_MESSAGE_UNITS_MAX) said += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      const words = said.slice(0, TOOL_MESSAGE_UNITS_MAX).replace(/\s+/g, ' ').trim();
      if (code === 0) resolve(null);
      else resolve(words === '' ? (signal ?? `exit code ${code}`) : words);
    });
  });
}
