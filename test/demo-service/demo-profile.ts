import type { DemoCompany } from './company.ts';

/** The service profile, as profile-and-headless.md, section 1, describes it. */
export interface DemoProfile {
  name: string;
  company_code: string;
  company_name: string;
  client_id: string;
  auth_url: string;
  base_url: string;
  scopes: { request: string; download: string };
  user_agent: string;
  trust: { auth: string[]; api: string[]; storage: string[] };
  storage: { insecure_hosts: string[] };
  request: {
    method: string;
    path: string;
    body: Record<string, string>;
    tripkit_id: { pointer: string };
  };
}

/** The profile that an airline's IT would hand out for these servers; `operator_ca` is PEM. */
export function demoProfile(
  company: DemoCompany,
  urls: { auth: string; api: string },
  operator_ca: string,
): DemoProfile {
  const trusted = [operator_ca];
  return {
    name: `${company.company_name} (training)`,
    company_code: company.company_code,
    company_name: company.company_name,
    client_id: company.client_id,
    auth_url: `${urls.auth}/as/{company_code}/authorization.oauth2`,
    base_url: urls.api,
    scopes: { ...company.scopes },
    user_agent: 'demoair-tripkit/1.0',
    trust: { auth: trusted, api: trusted, storage: trusted },
    storage: { insecure_hosts: [] },
    request: {
      method: 'POST',
      path: '/v1/companies/{company_code}/tripkits',
      body: {
        company: '{company_name}',
        origin: '{origin}',
        destination: '{destination}',
        route: '{route?}',
        alternates: '{alternates?}',
        flight: '{flight?}',
        departure: '{departure?}',
      },
      tripkit_id: { pointer: '/tripkit_id' },
    },
  };
}
