/**
 * The file system of SQLite in this process. Names map to open descriptors, which were checked when they were opened. It only
 * reads. There is no journal, no lock and no temporary file, because a case is never written to, and is often on a read-only
 * disk.
 */
import fs from 'node:fs';
import { basename } from 'node:path';

const descriptors = new Map<string, number>();

/** Returns a name under which SQLite can open the descriptor, until `forgetDescriptor`. */
export function nameOfDescriptor(descriptor: number): string {
  const name = `descriptor-${descriptor}`;
  descriptors.set(name, descriptor);
  return `/${name}`;
}

export function forgetDescriptor(descriptor: number): void {
  descriptors.delete(`descriptor-${descriptor}`);
}

/** The library takes these functions from the module at every call. Must be called once, after it has loaded its own files. */
export function confineFileSystem(): void {
  const refuse = (code: string) => (): never => {
    throw Object.assign(new Error(code), { code });
  };
  const found = (path: unknown): number => descriptors.get(basename(String(path))) ?? refuse('ENOENT')();
  Object.assign(fs, {
    openSync: (path: unknown, flags: number) =>
      (flags & 3) === fs.constants.O_RDONLY ? found(path) : refuse('EROFS')(),
    accessSync: (path: unknown) => void found(path),
    // The caller that opened the descriptors closes them.
    closeSync: () => undefined,
    mkdirSync: () => undefined,
    rmdirSync: () => undefined,
    unlinkSync: refuse('EROFS'),
    writeSync: refuse('EROFS'),
    ftruncateSync: refuse('EROFS'),
    fsyncSync: refuse('EROFS'),
  });
}
