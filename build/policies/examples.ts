/** What the examples of all systems decide: one profile of an airline that doesn't exist, and a few policies and settings. */

export const exampleProfile = {
  name: 'Demo Air (production)',
  company_code: 'DEMO',
  company_name: 'Demo Air',
  client_id: 'demo-air',
  auth_url: 'https://auth.example.com/as/{company_code}/authorization.oauth2',
  base_url: 'https://tripkit.example.com',
  scopes: { request: 'create', download: 'download' },
  trust: { auth: 'system' },
};

export const exampleDecisions = {
  update_hours: '22:00-05:30',
  allow_other_profiles: false,
  audit_months: 36,
  keep_days_after_departure: 30,
};
