/** Definition of a tool: a name, a strict schema of arguments, and requests to the HTTP interface. */
import { z } from 'zod';
import type { CaseAccessClient } from '../client/case-access-client.ts';
import { type Arguments, BUDGET, BUDGET_MAX, BUDGET_MIN, type Listing } from './answer.ts';

/** Default and maximum duration of a call. */
export const SECONDS = 60;
const SECONDS_MAX = 600;

export interface Call {
  readonly client: CaseAccessClient;
  /** Fires at the call's deadline and on cancellation. */
  readonly signal: AbortSignal;
  /** The arguments as received. */
  readonly given: Arguments;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly isReading: boolean;
  run(call: Call): Promise<Listing>;
}

const ofEach = {
  budget: z
    .int()
    .min(BUDGET_MIN)
    .max(BUDGET_MAX)
    .optional()
    .describe(`Characters that the answer may have; ${BUDGET} by default.`),
  seconds: z.int().min(1).max(SECONDS_MAX).optional().describe(`Time for the answer; ${SECONDS} by default.`),
};

/** Checks the types of arguments and requests against each other, then erases them, because a table holds different tools. */
export function tool<S extends z.ZodRawShape>(
  name: string,
  description: string,
  shape: S,
  run: (given: z.output<z.ZodObject<S>>, call: Call) => Promise<Listing>,
  isReading = true,
): Tool {
  return {
    name,
    description,
    input: z.strictObject({ ...shape, ...ofEach }),
    isReading,
    run: (call) => run(call.given as z.output<z.ZodObject<S>>, call),
  };
}
