/** The demo airline as the service knows it: what onboarding would have fixed. */
export interface DemoCompany {
  company_code: string;
  company_name: string;
  client_id: string;
  scopes: { request: string; download: string };
}

export const demoCompany: DemoCompany = {
  company_code: 'DEMO',
  company_name: 'Demo Air',
  client_id: 'demo-client',
  scopes: { request: 'urn:demo:create', download: 'urn:demo:download' },
};
