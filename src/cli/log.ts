/** The log of the server, on stderr: JSON lines, or readable text on a terminal. */
import { type Logger, pino } from 'pino';
import { build as pretty } from 'pino-pretty';

export function openLog(stream: NodeJS.WriteStream): Logger {
  const options = { base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (!stream.isTTY) return pino(options, pino.destination({ fd: 2, sync: true }));
  return pino(options, pretty({ destination: 2, sync: true, translateTime: 'SYS:HH:MM:ss', singleLine: true }));
}
