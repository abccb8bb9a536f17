/** A mail for display in a browser: its header lines in order, its text, its sanitized page, its attachments. */

export interface MailView {
  /** Decoded; a name is repeated as often as in the mail. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string | null;
  readonly html: string | null;
  /** `size` is in decoded bytes. */
  readonly attachments: readonly {
    readonly name: string | null;
    readonly contentType: string;
    readonly size: number;
  }[];
}

/** Maximum numbers of header lines and of attachments of a view. */
export const HEADERS_MAX = 1000;
export const ATTACHMENTS_MAX = 1000;
