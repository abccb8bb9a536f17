/** A messenger's database as SQLite writes it. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `messages`: author, text and time of each. */
export async function chatDatabase(group, messages) {
  const { Database } = createRequire(import.meta.url)('node-sqlite3-wasm');
  const dir = await mkdtemp(join(tmpdir(), 'chat-'));
  try {
    const file = join(dir, 'chat.db');
    const database = new Database(file);
    database.exec('PRAGMA page_size = 1024; PRAGMA journal_mode = OFF');
    database.exec('CREATE TABLE groups (id INTEGER PRIMARY KEY, name TEXT)');
    database.exec(
      'CREATE TABLE messages (id INTEGER PRIMARY KEY, group_id INTEGER, author TEXT, sent TEXT, body TEXT, attachment TEXT)',
    );
    database.run('INSERT INTO groups VALUES (1, ?)', [group]);
    for (const [n, { author, text, time, attachment = null }] of messages.entries()) {
      database.run('INSERT INTO messages VALUES (?, 1, ?, ?, ?, ?)', [n + 1, author, time, text, attachment]);
    }
    database.close();
    return await readFile(file);
  } finally {
    await rm(dir, { recursive: true });
  }
}
