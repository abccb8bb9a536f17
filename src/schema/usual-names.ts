/**
 * Common names for properties of messages, and the names that tools use for them. A common name means the first of these that a
 * source has, unless the source has a property of that very name.
 */

export type UsualNames = Readonly<Record<string, readonly string[]>>;

/** Keyed by common name: names of IPED, load files, Tika, and others. */
const KNOWN: ReadonlyMap<string, readonly string[]> = new Map([
  ['from', ['Communication:From', 'Message:From', 'Message-From', 'email:from', 'From', 'Sender', 'sender']],
  ['to', ['Communication:To', 'Message:To', 'Message-To', 'Message-Recipient-Address', 'email:to', 'To', 'Recipients']],
  ['cc', ['Message-Cc', 'Communication:Cc', 'Message:Cc', 'Message:CC', 'email:cc', 'Cc', 'CC']],
  ['bcc', ['Message-Bcc', 'Communication:Bcc', 'Message:Bcc', 'Message:BCC', 'email:bcc', 'Bcc', 'BCC']],
  ['subject', ['Message-Subject', 'Message:Subject', 'Communication:Subject', 'email:subject', 'Subject']],
  ['sent', ['Communication:Date', 'Message:Date', 'Message-Date', 'Message:Sent', 'email:date', 'Sent', 'DateSent']],
  ['received', ['Message:Received', 'Message:Delivery-Date', 'Communication:Received', 'Received', 'DateReceived']],
]);

/** Returns the possible meanings of a name. Those of the case come first. */
export function meantBy(name: string, own: UsualNames = {}): readonly string[] {
  const given = Object.hasOwn(own, name) ? own[name]! : [];
  return [...given, ...(KNOWN.get(name) ?? [])];
}

/** Returns all common names, including those of the case. */
export function usualNames(own: UsualNames = {}): readonly string[] {
  return [...new Set([...Object.keys(own), ...KNOWN.keys()])];
}
