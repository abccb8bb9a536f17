/** `index verify`: checks the published index of a case against its format, and on request against the case itself. */
import type { CaseFormat, CaseOptions } from '../cases/case-format.ts';
import { openCase } from '../cases/open-case.ts';
import { type Pause, type VerifyFinding, VerifyFindings, type VerifyProgress } from '../engine/verify-findings.ts';
import { AppError } from '../shared/errors.ts';
import { readReadingIn } from './case-reading.ts';
import { compareWithCase } from './compare-with-case.ts';
import { currentGeneration, indexDirectory } from './generations.ts';
import { areWhole, compareCounts, verifyParts } from './growth/verify-parts.ts';
import { formatFault } from './index-versions.ts';

export interface VerifyReport {
  readonly isSound: boolean;
  /** Faults with their locations: at most about a hundred, then the number of further faults. */
  readonly findings: readonly VerifyFinding[];
  /** Numbers of checked elements, keyed by a name that users see. */
  readonly checked: Readonly<Record<string, number>>;
  /** Whether the case changed after the index was built, which is not a fault of the index. */
  readonly isStale: boolean;
}

export interface VerifyOptions {
  readonly casePath: string;
  readonly dataDir: string;
  /** Default: all formats of this program. */
  readonly formats?: readonly CaseFormat[];
  readonly caseOptions?: CaseOptions;
  /** Builds the index again, in a temporary directory, and compares every byte. */
  readonly isDeep?: boolean;
  /**
   * The parent of that directory. Default: the system's directory for temporary files, which TMPDIR changes. Needs as much
   * space as the index.
   */
  readonly temporaryDir?: string;
  readonly onProgress?: (progress: VerifyProgress) => void;
  readonly signal?: AbortSignal;
}

/**
 * Checks the current index of a case against its format and the case. It only reads, so it may run beside a server. Throws
 * CASE_UNREADABLE, INDEX_MISSING, INDEX_FORMAT, CANCELLED; a fault of the index is a finding.
 */
export async function verifyIndex(options: VerifyOptions): Promise<VerifyReport> {
  const reader = await openCase(options.casePath, options.formats, options.caseOptions);
  try {
    const current = currentGeneration(indexDirectory(options.dataDir, reader.realPath));
    if (current === null) {
      throw new AppError(
        'INDEX_MISSING',
        `${options.casePath} has no index in ${options.dataDir}; build it with \`case-access index build\``,
      );
    }
    const findings = new VerifyFindings();
    const pause = pausing(options);
    const verified = await verifyParts(current.path, findings, pause);
    await checkReading(current.path, findings);
    const { headers } = verified;
    const fingerprint = await reader.fingerprint();
    const isStale = verified.fingerprint !== null && verified.fingerprint !== fingerprint;
    const isWhole = areWhole(verified);
    if (isWhole && !isStale) compareCounts(verified, reader, findings);
    if (options.isDeep === true && isWhole) {
      if (isStale) findings.add('case', 'it changed after the index was built, so the two cannot be compared');
      else if (headers.some((header) => formatFault(header, reader) !== null)) {
        throw new AppError(
          'INDEX_FORMAT',
          'the index was written by another version of this program, so its bytes cannot be compared; build it again with `case-access index build`',
        );
      } else await compareWithCase(verified.parts, findings, pause, options);
    }
    return { isSound: findings.count === 0, findings: findings.list, checked: findings.counts, isStale };
  } finally {
    await reader.close();
  }
}

/** An index of an older version does not have these facts, which is not a fault. */
async function checkReading(directory: string, findings: VerifyFindings): Promise<void> {
  try {
    if ((await readReadingIn(directory)) !== null) findings.checked('reports of reading');
  } catch (error) {
    findings.addError('reading.json', error);
  }
}

const PAUSE_MS = 50;

function pausing(options: VerifyOptions): Pause {
  let last = 0;
  let phase = '';
  return async (progress) => {
    if (options.signal?.aborted === true) throw new AppError('CANCELLED', 'the verification was cancelled');
    const now = performance.now();
    if (progress.phase === phase && now - last < PAUSE_MS) return;
    last = now;
    phase = progress.phase;
    options.onProgress?.(progress);
    await new Promise((resolve) => setImmediate(resolve));
  };
}
