// Definitions of JSON schema come in, a list of { name: schema }; TypeScript goes out for each.
import { text } from 'node:stream/consumers';
import { compile } from 'json-schema-to-typescript';

// Fields that nobody has named are none, and a list is a list however long it may be.
const options = { additionalProperties: false, ignoreMinAndMaxItems: true, bannerComment: '' };
const style = { singleQuote: true, printWidth: 100 };

const made = [];
for (const $defs of JSON.parse(await text(process.stdin))) {
  // It writes what a schema leads to: so one that leads to all of them.
  const anyOf = Object.keys($defs).map((name) => ({ $ref: `#/$defs/${name}` }));
  const all = { description: 'Any type of this file.', $defs, anyOf };
  made.push(await compile(all, 'AnyType', { ...options, style }));
}
console.log(JSON.stringify(made));
