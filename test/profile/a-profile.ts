/** A profile with no more than it must have. Nothing answers at its servers. */
export const aProfile = {
  name: 'Demo Air (training)',
  company_code: 'DEMO',
  company_name: 'Demo Air',
  client_id: 'demo-client',
  auth_url: 'https://127.0.0.1:9443/as/{company_code}/authorization.oauth2',
  base_url: 'https://127.0.0.1:9444',
  scopes: { request: 'urn:demo:create', download: 'urn:demo:download' },
  trust: { auth: 'system' },
};
