/**
 * The service profile: a JSON file that an airline's IT hands out (docs/profile-and-headless.md, section 1). Its keys are
 * the interface document's own names.
 */
import { posix } from 'node:path';
import { z } from 'zod';
import { TripKitError } from '../common/errors.ts';
import { type JsonValue, parseJsonText } from '../common/json-text.ts';
import { APP_VERSION } from '../common/version.ts';
import { describeIssues } from './profile-issues.ts';
import {
  bodyProblems,
  defaultBody,
  pathProblem,
  readTripkitIdPlace,
  type TemplateProblem,
} from './profile-template.ts';
import { type Read, readAuthUrl, readBaseUrl, readHostName } from './profile-url.ts';
import { readTrustRoots } from './trust.ts';

export type { JsonValue } from '../common/json-text.ts';
export type { TripkitIdPlace } from './profile-template.ts';
export type { TrustRoots } from './trust.ts';

/** Longer than any profile with its PEM certificates, UTF-16 code units. */
export const MAX_PROFILE_TEXT = 1024 * 1024;

/** One line of text, without white space around it. */
function line(max: number) {
  return (
    z
      .string()
      .trim()
      .min(1, 'is empty')
      .max(max, `is longer than ${max} characters`)
      // Nor one that is not seen, or turns the direction of the text: names stand in lists, histories and exports.
      .refine((text) => text.isWellFormed() && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text), {
        error: 'holds a control, invisible or broken character',
        // Such a text must not reach the URLs, which are checked once all keys are present.
        abort: true,
      })
  );
}

/** A path of this or another system: one profile is for all laptops of an airline. */
function isAbsolute(path: string): boolean {
  return posix.isAbsolute(path) || /^(?:[a-z]:|\\\\[^\\]+)\\/i.test(path);
}

/** RFC 6749, section 3.3: a scope-token. Several scopes are joined by spaces, so one can't contain a space. */
const scope = z
  .string()
  .min(1, 'is empty: a token with a blank scope can’t be used')
  .max(500, 'is longer than 500 characters')
  .regex(
    /^[\x21\x23-\x5b\x5d-\x7e]*$/,
    'isn’t a scope name: it holds a space, a quote or another forbidden character',
  );

/** RFC 9110, section 5.5: visible ASCII, spaces only inside. */
const headerValue = z
  .string()
  .min(1, 'is empty')
  .max(256, 'is longer than 256 characters')
  .regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, 'isn’t a header value: only visible ASCII characters');

/** A transform by a function that returns a value or a problem. */
function readBy<I, T>(read: (input: I) => Read<T> | TemplateProblem) {
  return (input: I, context: z.RefinementCtx): T => accept(read(input), context);
}

function accept<T>(read: Read<T> | TemplateProblem, context: z.RefinementCtx, path: string[] = []): T {
  if ('value' in read) return read.value;
  context.addIssue({ code: 'custom', message: read.problem, path: 'path' in read ? read.path : path });
  return z.NEVER;
}

const trustRoots = z
  .union([z.string(), z.array(z.string()).max(100)], 'has to be "system" or a list of PEM certificates')
  .transform(readBy(readTrustRoots));

function limit(max: number, standard: number) {
  const message = `has to be a whole number from 1 to ${max}`;
  return z.number(message).int(message).min(1, message).max(max, message).default(standard);
}

const tripkitIdPlace = z
  .strictObject({
    pointer: z.string().max(1024, 'is too long').optional(),
    header: z.string().optional(),
    pattern: z.string().optional(),
  })
  .transform(readBy(readTripkitIdPlace));

const request = z.strictObject({
  // Not GET: caches and proxies may answer or repeat it.
  method: z.enum(['POST', 'PUT', 'PATCH'], 'has to be one of POST, PUT, PATCH').default('POST'),
  /** Template of the path and its query, if any; begins with "/" and follows base_url. */
  path: z
    .string()
    .max(2048, 'is longer than 2048 characters')
    .superRefine((path, context) => {
      const problem = pathProblem(path);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    })
    .default('/v1/companies/{company_code}/tripkits'),
  /** Template of the JSON body; null: no body. */
  body: z
    .custom<JsonValue>(() => true)
    .superRefine((body, context) => {
      for (const { path, problem } of bodyProblems(body))
        context.addIssue({ code: 'custom', message: problem, path });
    })
    .default(defaultBody),
  tripkit_id: tripkitIdPlace.prefault({ pointer: '/tripkit_id' }),
});

const url = z.string().max(2048, 'is longer than 2048 characters').transform(readBy(readBaseUrl));

const s3 = z.strictObject({
  /** https, without a slash at its end. The bucket follows in the path. */
  endpoint: url,
  bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'isn’t the name of a bucket'),
  region: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'isn’t the name of a region')
    .default('us-east-1'),
  /** Before the names of the files, without slashes at its ends; may be empty. */
  prefix: z
    .string()
    .max(512, 'is longer than 512 characters')
    // No character that is written in more than one way in a URL, and no "." or "..".
    .regex(
      /^(?:[\w-][\w.-]*(?:\/[\w-][\w.-]*)*)?$/,
      'has to be names of letters, digits and “_-.”, joined by “/”',
    )
    .default(''),
});

/** Where files are in S3-compatible storage. */
export type S3Place = z.infer<typeof s3>;

const shelf = z
  .strictObject({
    name: line(200),
    folder: z
      .string()
      .max(1024, 'is longer than 1024 characters')
      .refine(isAbsolute, 'isn’t a whole path')
      .optional(),
    webdav: url.optional(),
    s3: s3.optional(),
    trust: trustRoots.prefault('system'),
    /** The public keys of its desks: Ed25519, base64url. */
    keys: z
      .array(z.string().regex(/^[\w-]{43}$/, 'isn’t a key that “tripkit shelf key” has shown'))
      .min(1, 'is an empty list')
      .max(20, 'holds more than 20 keys'),
    /** A laptop that has not heard of it for longer says so in “Ready to fly”: a withdrawal may be missing. */
    heard_within_hours: limit(720, 24),
    /** What each laptop writes there about its kits: nothing, under the laptop's name, or also under its person's. */
    receipts: z.enum(['none', 'laptop', 'person']).default('none'),
  })
  .refine(
    ({ folder, webdav, s3 }) => [folder, webdav, s3].filter((place) => place !== undefined).length === 1,
    'needs one of folder, webdav and s3',
  )
  .transform(({ folder, webdav, s3, ...rest }) => {
    /** An absolute folder, the https URL of a WebDAV collection with a slash at its end, or S3-compatible storage. */
    let place: { folder: string } | { webdav: string } | { s3: S3Place } = { webdav: `${webdav}/` };
    if (folder !== undefined) place = { folder };
    if (s3 !== undefined) place = { s3 };
    return { ...rest, place };
  });
/** A shelf (main/shelf/README.md). */
export type ShelfProfile = z.infer<typeof shelf>;
export type ReceiptsOf = ShelfProfile['receipts'];

/** Whether a shelf may ask for a user and a password: servers do. */
export function takesLogin({ place }: ShelfProfile): boolean {
  return !('folder' in place);
}

const profileFile = z
  .strictObject({
    name: line(200),
    company_code: line(64).refine((code) => code !== '.' && code !== '..', 'can’t be a dot or two'),
    company_name: line(200),
    client_id: line(500),
    auth_url: z.string().max(2048, 'is longer than 2048 characters'),
    base_url: z.string().max(2048, 'is longer than 2048 characters'),
    scopes: z.strictObject({ request: scope, download: scope }),
    /** `true`: one token per scope; `false`: one token for both. */
    token_per_scope: z.boolean().default(false),
    user_agent: headerValue.optional(),
    trust: z.strictObject({
      auth: trustRoots,
      api: trustRoots.prefault('system'),
      storage: trustRoots.prefault('system'),
    }),
    storage: z
      .strictObject({
        /** Hosts whose PDF may come over plain http, in the form of `URL.hostname` (lower case). */
        insecure_hosts: z
          .array(z.string().transform(readBy(readHostName)))
          .max(100)
          .transform((hosts) => [...new Set(hosts)])
          .default([]),
      })
      .prefault({}),
    request: request.prefault({}),
    batch: z
      .strictObject({
        max_alternates: limit(100, 6),
        parallel_requests: limit(32, 4),
        parallel_downloads: limit(16, 3),
      })
      .prefault({}),
    /** Where desks of this airline put kits for others; null: nowhere. */
    shelf: shelf.nullable().default(null),
  })
  .superRefine((file, context) => {
    for (const [key, read] of Object.entries(urlsOf(file))) accept<string>(read, context, [key]);
  })
  .transform((file, context) => {
    const { auth_url, base_url } = urlsOf(file);
    return {
      ...file,
      /** The whole https URL of Authenticate, `{company_code}` filled in. */
      auth_url: accept(auth_url, context),
      /** https, with a path if there is one, without a slash at its end. */
      base_url: accept(base_url, context),
      user_agent: file.user_agent ?? defaultUserAgent(file.company_code),
    };
  });
/** A checked profile; every default is filled in. */
export type ServiceProfile = z.infer<typeof profileFile>;

/** Both are also read as a refinement, so their problems are listed with the others. */
function urlsOf(file: { company_code: string; auth_url: string; base_url: string }) {
  return { auth_url: readAuthUrl(file.auth_url, file.company_code), base_url: readBaseUrl(file.base_url) };
}

/**
 * Reads a service profile.
 *
 * @param text the file's JSON text; a byte order mark is dropped.
 * @throws TripKitError of kind `config`. Its message names the path of each wrong key (`request.body.foo`), or line and
 * column if the text isn't JSON.
 */
export function parseServiceProfile(text: string): ServiceProfile {
  if (text.length > MAX_PROFILE_TEXT) {
    const message = 'The profile is larger than 1 MiB. Choose the file that you were given.';
    throw new TripKitError('config', message, { condition: 'too_large' });
  }
  const json = parseJsonText(text, 'The profile');
  const read = profileFile.safeParse(json);
  if (read.success) return read.data;
  const wrong = describeIssues(read.error.issues, json);
  throw new TripKitError('config', `The profile can’t be used: ${wrong}. Correct it and try again.`, {
    condition: 'invalid_profile',
  });
}

/** As {@link parseServiceProfile}; null if it can't be used. */
export function profileOrNull(text: string): ServiceProfile | null {
  try {
    return parseServiceProfile(text);
  } catch {
    return null;
  }
}

/** `{company_code}-tripkit/APP_VERSION`, lower case, of RFC 9110 token characters. */
function defaultUserAgent(company_code: string): string {
  const safe = (text: string) => text.toLowerCase().replace(/[^a-z0-9._-]+/g, '-');
  const company = safe(company_code).replace(/^-+|-+$/g, '');
  return `${company === '' ? 'company' : company}-tripkit/${safe(APP_VERSION)}`;
}
