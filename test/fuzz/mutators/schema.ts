/** Values that a schema takes. */
import fc from 'fast-check';
import { z } from 'zod';
import { type Random, seededUuid } from '../../demo-service/random.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A value that `schema` takes, or would take but for rules that JSON Schema has no words for. */
export function sampleOf(schema: z.ZodType, random: Random): unknown {
  return sample(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), random);
}

function sample(schema: JsonSchema, random: Random): unknown {
  if (schema.const !== undefined) return schema.const;
  const either = schema.enum ?? schema.anyOf ?? schema.oneOf;
  if (either) {
    const chosen = either[random.integer(0, either.length - 1)];
    return schema.enum ? chosen : sample(chosen as JsonSchema, random);
  }
  switch (schema.type) {
    case 'null':
      return null;
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
    case 'number': {
      const least = schema.minimum ?? 0;
      const value = random.between(least, Math.min(schema.maximum ?? least + 100, least + 1_000_000));
      return schema.type === 'integer' ? Math.ceil(value) : value;
    }
    case 'string':
      return textOf(schema, random);
    case 'array':
      return listOf(schema, random);
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name) || random.chance(0.5))
          .map(([name, inner]) => [name, sample(inner as JsonSchema, random)]),
      );
    default:
      // What JSON Schema can't say: bytes, in all schemas of the contract.
      return Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]);
  }
}

function textOf({ format, pattern, minLength = 0, maxLength = 40 }: JsonSchema, random: Random): string {
  // By hand, because their patterns say much and take long.
  if (format === 'uuid') return seededUuid(random);
  if (format === 'date-time') return new Date(random.integer(0, 4e12)).toISOString();
  if (pattern !== undefined) {
    const [text = ''] = fc.sample(fc.stringMatching(new RegExp(pattern)), {
      seed: random.integer(0, 1e9),
      numRuns: 1,
    });
    return text;
  }
  return 'EHAM KJFK 2026'.repeat(3).slice(0, random.integer(minLength, Math.min(maxLength, 40)));
}

function listOf({ prefixItems, items, minItems = 0, maxItems = 4 }: JsonSchema, random: Random): unknown[] {
  if (prefixItems) return prefixItems.map((one) => sample(one as JsonSchema, random));
  const length = random.integer(minItems, Math.max(minItems, Math.min(maxItems, minItems + 3)));
  return Array.from({ length }, () => sample((items ?? {}) as JsonSchema, random));
}
