/**
 * Tokens of TypeScript and AssemblyScript, and the named functions, methods and constants that contain them. This is enough to
 * find a piece of code, whatever its lines, white space and comments.
 */
const SKIPPED = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y;
const TOKEN =
  /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|[@#]?[\p{L}_$][\w$]*|\d[\w.]*|>>>=|\.\.\.|===|!==|\*\*=|<<=|>>=|>>>|&&=|\|\|=|\?\?=|=>|==|!=|<=|>=|&&|\|\||\?\?|\?\.|\+\+|--|[-+*/%&|^]=|<<|>>|\*\*|[\s\S]/uy;
const REGEXP = /\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y;
/** Tokens that a regular expression may follow. A division follows a value. */
const BEFORE_REGEXP = /^(?:[(,=:[!&|?{;]|=>|&&|\|\||\?\?|[=!]==?|return|case)$/;

/** Returns every token with its offset in the text. */
export function tokensOf(text) {
  const tokens = [];
  for (let at = 0; at < text.length; ) {
    SKIPPED.lastIndex = at;
    if (SKIPPED.test(text)) {
      at = SKIPPED.lastIndex;
      continue;
    }
    const end = endOfToken(text, at, tokens.at(-1)?.text);
    tokens.push({ text: text.slice(at, end), at, end });
    at = end;
  }
  return tokens;
}

function endOfToken(text, at, before) {
  if (text[at] === '`') return endOfTemplate(text, at + 1);
  const isRegExp = text[at] === '/' && before !== undefined && BEFORE_REGEXP.test(before);
  const pattern = isRegExp ? REGEXP : TOKEN;
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at + 1;
}

function endOfTemplate(text, start) {
  for (let at = start; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '`') return at + 1;
    else if (text.startsWith('${', at)) {
      let depth = 1;
      for (at += 2; depth > 0; ) {
        SKIPPED.lastIndex = at;
        if (SKIPPED.test(text)) at = SKIPPED.lastIndex;
        const end = endOfToken(text, at, '(');
        depth += { '{': 1, '}': -1 }[text.slice(at, end)] ?? 0;
        at = end;
      }
      at--;
    }
  }
  return text.length;
}

const OPENS = new Set(['(', '[', '{']);
const CLOSES = new Set([')', ']', '}']);

/** For each opening bracket the index of its end. */
function bracketsOf(tokens) {
  const ends = new Map();
  const open = [];
  for (const [i, { text }] of tokens.entries()) {
    if (OPENS.has(text)) open.push(i);
    else if (CLOSES.has(text)) ends.set(open.pop(), i);
  }
  return ends;
}

const MODIFIERS =
  /^(?:export|default|async|static|readonly|private|protected|public|override|abstract|get|set|\*|@\w+)$/;
const NAME = /^#?[\p{L}_$][\w$]*$/u;
/** After an object type, which looks like a body. */
const GOES_ON = new Set(['{', '|', '&', '[', '>', '>>', ',']);

/**
 * Functions, methods, fields, classes and constants of a module: `name` with the enclosing names, and the indices of its
 * tokens.
 */
export function scopesOf(tokens) {
  const ends = bracketsOf(tokens);
  const scopes = [];
  const textAt = (i) => tokens[i]?.text;
  /** Returns the end of the body that follows `i`, or of the statement if that comes first. */
  const endOfBody = (i) => {
    for (let at = i; at < tokens.length; at++) {
      if (textAt(at) === ';') return at;
      if (!ends.has(at)) continue;
      const isBody = textAt(at) === '{' && !GOES_ON.has(textAt(ends.get(at) + 1));
      at = ends.get(at);
      if (isBody) return at;
    }
    return tokens.length - 1;
  };
  const endOfStatement = (i) => {
    for (let at = i; at < tokens.length; at++) {
      if (textAt(at) === ';') return at;
      if (ends.has(at)) at = ends.get(at);
      else if (textAt(at) === '}') return at - 1;
    }
    return tokens.length - 1;
  };
  const add = (names, start, end) => {
    scopes.push({ name: names.join('.'), start, end });
    return end;
  };
  /** Reads the declarations from `start` to `end`. */
  const read = (start, end, names, kind) => {
    for (let at = start; at < end; at++) {
      const name = textAt(at + 1);
      const isGenerator = textAt(at) === 'function' && name === '*';
      if (textAt(at) === 'function' && NAME.test(isGenerator ? textAt(at + 2) : name)) {
        const inner = [...names, isGenerator ? textAt(at + 2) : name];
        const last = add(inner, at, endOfBody(at));
        read(at + 2, last, inner, 'function');
        at = last;
      } else if ((textAt(at) === 'class' || textAt(at) === 'namespace') && NAME.test(name ?? '')) {
        const last = add([...names, name], at, endOfBody(at));
        read(at + 2, last, [...names, name], textAt(at));
        at = last;
      } else if (/^(?:const|let|var)$/.test(textAt(at)) && kind !== 'function' && NAME.test(name ?? '')) {
        const last = add([...names, name], at, endOfStatement(at));
        read(at + 2, last, [...names, name], 'function');
        at = last;
      } else if (kind === 'class' && textAt(at) === '{') {
        readMembers(at + 1, ends.get(at), names);
        at = ends.get(at);
      }
    }
  };
  const readMembers = (start, end, names) => {
    for (let at = start; at < end; at++) {
      while (MODIFIERS.test(textAt(at)) && !/^[(=:;<]$/.test(textAt(at + 1))) at++;
      if (!NAME.test(textAt(at))) continue;
      const inner = [...names, textAt(at)];
      const isMethod = textAt(at + 1) === '(' || textAt(at + 1) === '<';
      const last = add(inner, at, isMethod ? endOfBody(at + 1) : endOfStatement(at + 1));
      read(at + 1, last, inner, 'function');
      at = last;
    }
  };
  read(0, tokens.length, [], 'module');
  return scopes;
}
