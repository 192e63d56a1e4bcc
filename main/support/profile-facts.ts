import { X509Certificate } from 'node:crypto';
import type { JsonValue, ServiceProfile } from '../profile/profile.ts';

/**
 * A profile for support: certificates as fingerprints, the client_id masked, and of the request's template only the
 * placeholders, since an airline's constants in it may be confidential.
 */
export function describeProfile(profile: ServiceProfile): object {
  const { request, trust, client_id, ...rest } = profile;
  return {
    ...rest,
    client_id: masked(client_id),
    trust: { auth: roots(trust.auth), api: roots(trust.api), storage: roots(trust.storage) },
    request: { ...request, path: placeholders(request.path), body: templateOf(request.body) },
  };
}

/** Enough to recognise it in a list, not enough to use it. */
function masked(text: string): string {
  return `${text.slice(0, 2)}… (${text.length} characters)`;
}

function roots(trust: ServiceProfile['trust']['auth']): unknown {
  if (trust === 'system') return trust;
  return trust.map((pem) => {
    try {
      const { subject, fingerprint256, validTo } = new X509Certificate(pem);
      return { subject: (subject ?? '').replaceAll('\n', ', '), sha256: fingerprint256, valid_to: validTo };
    } catch {
      return 'can’t be read';
    }
  });
}

function templateOf(value: JsonValue): JsonValue {
  if (typeof value === 'string') return /^\{\w+\??\}$/.test(value) ? value : '…';
  if (Array.isArray(value)) return value.map(templateOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, templateOf(part)]));
}

/** Path segments and placeholders; the query is dropped. */
function placeholders(path: string): string {
  const end = path.indexOf('?');
  return end < 0 ? path : `${path.slice(0, end)}?…`;
}
