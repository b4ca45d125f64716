// The ways to sign a request, as the OpenAPI describes them.

export const credentials = {
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'Name and password of an organisation, in UTF-8. `selfsame org add` prints them.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'ssk_live_… or ssk_test_…',
    description:
      'An API key of an organisation; `selfsame api-key create` prints it. A path lists the scopes of which the key needs one; where it lists none, every key will do. A key of the sandbox (`ssk_test_…`) opens test verifications and webhooks of its own, and reads policies and the organisation.',
  },
  memberSession: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-selfsame-session',
    description:
      'The session of a member, a cookie for pages of this server alone; `POST /member-session` gives it. Every method but GET needs the header `x-csrf-token` with the `csrf_token` of the session. A path lists the roles of which the member needs one; where it lists none, every member may call. `reviewer` and `author` of a request are not looked at, and need not be there: they are the e-mail address of the member.',
  },
  personToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'sst_…',
    description:
      'The token of a person, which `POST /verification-session/token` gives for a link. It is good for one verification and the steps of it that are open, and pages of any origin may send it. What is sent with it is filed under the verification: `external_person_id` and `consent_reference` of a request are not looked at, and need not be there. Answers leave out checks and scores.',
  },
  personLink: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'ssl_…',
    description: 'The link of a verification. It is exchanged once for a token, and good for nothing else.',
  },
  metricsToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of the setting SELFSAME_METRICS_TOKEN. Without that setting no token is needed.',
  },
}
