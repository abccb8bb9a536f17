/** A mail as a browser may show it: its header lines in their order, its text, its page made safe, what is attached. */

export interface MailView {
  /** Decoded; of one name as often as the mail has it. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string | null;
  readonly html: string | null;
  /** `size` in bytes, decoded. */
  readonly attachments: readonly {
    readonly name: string | null;
    readonly contentType: string;
    readonly size: number;
  }[];
}

/** Of each, so that no line of a mail is all that is sent. */
export const HEADERS_MAX = 1000;
export const ATTACHMENTS_MAX = 1000;
