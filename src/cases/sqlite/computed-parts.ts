/**
 * Detects parts of a database that SQLite computes while it reads: views, virtual tables and generated columns. Supported
 * programs store plain tables. A view in place of a table is hostile SQL, and may run forever.
 */
import { Refusal } from '../../confined/confined-host.ts';

const PARTS = `
  SELECT lower(name) AS name, 'the ' || type || ' ' || name || ' in place of a table' AS finding
    FROM pragma_table_list WHERE schema = 'main' AND type IN ('view', 'virtual')
  UNION ALL
  SELECT lower(t.name), 'the computed column ' || c.name || ' in its table ' || t.name
    FROM sqlite_schema AS t, pragma_table_xinfo(t.name) AS c WHERE t.type = 'table' AND c.hidden IN (2, 3)`;

/** Maximum number of characters of a name that a message quotes. */
const FINDING_UNITS_MAX = 200;

export interface ComputedParts {
  /** Throws Refusal if a statement refers to one of the parts. */
  refuse(sql: string): void;
}

/**
 * `all` returns the rows of a statement. Reads the schema, but not the parts. Passes on SQLite's errors for a damaged schema.
 */
export function computedParts(all: (sql: string) => unknown): ComputedParts {
  const findings = new Map<string, string>();
  for (const { name, finding } of all(PARTS) as { name: string; finding: string }[]) {
    findings.set(name, finding.slice(0, FINDING_UNITS_MAX));
  }
  return {
    refuse: (sql) => {
      if (findings.size === 0) return;
      for (const [word] of sql.matchAll(/\w+/g)) {
        const finding = findings.get(word.toLowerCase());
        if (finding !== undefined) throw new Refusal(`has ${finding}, which is not read`);
      }
    },
  };
}
