/** The log of the server, on stderr: JSON lines, or readable text on a terminal. */
import { type Logger, pino } from 'pino';
import { build as pretty } from 'pino-pretty';

/** Lines of answers are batched for this long, so that many requests cost few writes. Warnings and errors are written immediately. */
const WAITING_MILLISECONDS = 20;
const WAITING_BYTES = 4096;

export function openLog(stream: NodeJS.WriteStream): Logger {
  const options = { base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (stream.isTTY)
    return pino(options, pretty({ destination: 2, sync: true, translateTime: 'SYS:HH:MM:ss', singleLine: true }));
  const lines = pino.destination({ fd: 2, sync: true, minLength: WAITING_BYTES });
  process.once('exit', () => lines.flush());
  const { warn } = pino.levels.values;
  let isWaiting = false;
  const flush = (): void => {
    isWaiting = false;
    lines.flush();
  };
  const hooks: pino.LoggerOptions['hooks'] = {
    logMethod(given, method, level) {
      method.apply(this, given);
      if (level >= warn!) lines.flush();
      else if (!isWaiting) {
        isWaiting = true;
        setTimeout(flush, WAITING_MILLISECONDS).unref();
      }
    },
  };
  return pino({ ...options, hooks }, lines);
}
