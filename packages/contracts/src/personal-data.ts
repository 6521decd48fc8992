/**
 * What an erasure does with a column, and an export:
 * - `other`: no personal data.
 * - `id`: points to a user or recipient. Exported and left, as the row it points to loses its name.
 * - `erased`: exported; deleted or replaced.
 * - `secret`: a credential: never exported; deleted or replaced.
 * - `kept`: exported; left for the reason of its area.
 */
export const columnFates = ['other', 'id', 'erased', 'secret', 'kept'] as const
export type ColumnFate = (typeof columnFates)[number]

/** Groups of tables with one term and one reason for what an erasure leaves. */
export const dataAreas = [
  'accounts',
  'access',
  'keys',
  'cases',
  'documents',
  'requests',
  'messages',
  'notices',
  'fills',
  'repeats',
  'history',
] as const
export type DataArea = (typeof dataAreas)[number]

export type TableData = {
  /** null: no personal data, or only the ids of users who changed a setting. */
  area: DataArea | null
  /** Whose data: users, people without an account (parties and recipients), or both. */
  of: 'user' | 'outsider' | 'both' | null
  columns: Readonly<Partial<Record<ColumnFate, string>>>
}

const plain = (other: string, id = ''): TableData & { area: null } => ({ area: null, of: null, columns: { other, id } })
const table = (area: DataArea, of: TableData['of'], columns: TableData['columns']): TableData & { area: DataArea } => ({
  area,
  of,
  columns,
})

/**
 * Every column of every table: the one list that the export, the erasure and the page about stored data are made from. A
 * test compares it with the migrated database. Columns are separated by spaces.
 */
export const personalData = {
  app_user: table('accounts', 'user', {
    id: 'id',
    other:
      'role id_company activo locale created_at password_changed_at password_given totp_enabled_at totp_next_at removed_at service provisioned',
    erased: 'email nombre cargo telefono last_login_at oidc_subject',
    secret: 'password_hash totp_secret totp_next_secret totp_last_step',
  }),
  session: table('access', 'user', {
    id: 'id_user',
    other: 'id created_at expires_at revoked_at revoked_reason by_provider by_passkey',
    erased: 'user_agent ip other_user_agent provider_subject provider_sid',
  }),
  refresh_token: table('access', 'user', {
    other: 'id_session created_at expires_at used_at',
    secret: 'hash replaced_by',
  }),
  recovery_code: table('access', 'user', { id: 'id_user', other: 'used_at', secret: 'hash' }),
  passkey: table('access', 'user', {
    id: 'id_user',
    other: 'id counter transports synced created_at last_used_at suspect_at',
    erased: 'nombre',
    secret: 'credential_id public_key',
  }),
  api_key: table('access', 'user', {
    id: 'id_user created_by',
    other: 'id scopes created_at expires_at last_used_at revoked_at',
    erased: 'nombre prefix networks',
    secret: 'hash',
  }),
  one_time_link: table('access', 'user', {
    id: 'id_user created_by',
    other: 'id kind created_at expires_at used_at',
    secret: 'hash',
  }),
  signer: table('keys', 'user', {
    id: 'id_user',
    other: 'key_type not_before not_after image_mime created_at',
    erased: 'subject issuer serial fingerprint certificate chain image',
    secret: 'wrapped_key wrap_params',
  }),
  prepared_signing: table('keys', 'both', {
    id: 'id_user id_recipient',
    other: 'id id_documento version base_sha256 code repaired_key signing_time expires_at',
    erased: 'request prepared certificate chain',
    secret: 'tail signed_attributes',
  }),
  solicitud_main: table('cases', 'user', {
    id: 'created_by',
    other: 'id_solicitud_main id_company payload_sha256 created_at updated_at palabras facets orden',
    kept: 'titulo',
  }),
  solicitud: table('cases', 'both', {
    id: 'asignado_a',
    other:
      'id_solicitud id_solicitud_main id_company position tipo status fecha_agendada time_zone version created_at updated_at sent_at concluded_at calendar_sequence reminded_for',
    erased: 'partes',
    kept: 'titulo notas lugar',
  }),
  deleted_case: table('cases', 'both', {
    id: 'created_by deleted_by',
    other: 'id_solicitud_main ids id_company documents pending signed deleted_at',
    erased: 'requests',
    kept: 'titulo motivo main',
  }),
  case_hold: table('cases', 'user', {
    id: 'created_by',
    other: 'id_solicitud_main id_company created_at',
    kept: 'motivo',
  }),
  document: table('documents', 'user', {
    id: 'created_by deleted_by',
    other:
      'id_documento id_solicitud id_company position mime status_mediacion version signature_count signature_verdict created_at updated_at deleted_at',
    kept: 'nombre',
  }),
  document_version: table('documents', 'both', {
    id: 'created_by id_recipient',
    other:
      'id id_documento version pdf_path size sha256 paginas page_sizes origin created_at id_template template_version active_content',
    // The file itself, with the names of those who signed it.
    kept: 'blob_key',
  }),
  share: table('documents', 'user', {
    id: 'created_by',
    other: 'id id_documento expires_at max_views allow_download views last_view_at revoked_at created_at',
    // The row is deleted.
    secret: 'token_sha256 password_hash',
  }),
  // Of readers whom Foja does not know: deleted with the links of a user.
  share_view: table('documents', 'user', { other: 'id id_share at', erased: 'ip' }),
  user_shared: table('documents', 'user', { id: 'id_user created_by', other: 'id_documento created_at' }),
  request: table('requests', 'user', {
    id: 'created_by',
    other:
      'id kind id_company id_solicitud_main id_solicitud status allow_delegation remind_every_days expires_at created_at sent_at ended_at fecha',
    kept: 'titulo mensaje motivo',
  }),
  recipient: table('requests', 'outsider', {
    id: 'id delegated_from',
    other:
      'id_request position must_match rol turno status channel round locale places code code_round code_until code_tries code_at sent_at seen_at acted_at reminded_at answer fecha_propuesta fills filled_at',
    erased: 'nombre email telefono identificacion motivo',
    secret: 'token_sha256',
  }),
  // Deleted when the document is made, or the request ends.
  request_filling: table('requests', 'outsider', {
    other: 'id_request id_documento id_template template_version flatten',
    kept: 'data',
  }),
  recipient_version: table('requests', 'outsider', {
    id: 'id_recipient',
    other: 'id_documento version at signature_id',
    kept: 'consent',
  }),
  requirement: table('requests', 'outsider', {
    id: 'id_recipient',
    other: 'id position obligatorio acepta max_files status reviewed_at',
    kept: 'nombre ayuda motivo',
  }),
  delivered_file: table('requests', 'outsider', {
    other: 'id id_requirement mime size sha256 inspected delivered_at returned_at id_documento',
    kept: 'nombre blob_key',
  }),
  email: table('messages', 'both', {
    id: 'id_reader id_recipient created_by',
    other:
      'id id_company kind status locale about delivery id_documento version id_share id_link id_solicitud calendar_method key attempts reason next_attempt_at lease_until sent_at emptied_at request_id created_at',
    erased: 'recipients reply_to subject text html calendar delivered refused server_reply',
  }),
  notification: table('notices', 'both', {
    id: 'id_user',
    other: 'id kind id_solicitud id_documento key created_at read_at',
    erased: 'actor_label data',
  }),
  template_batch: table('fills', 'both', {
    id: 'created_by',
    other:
      'id id_template template_version id_company id_solicitud name_field flatten request_sha256 status total done failed errors created_at updated_at',
    kept: 'rows requests',
  }),
  template_batch_file: table('fills', 'user', { other: 'id_batch row size created_at', kept: 'nombre blob_key' }),
  idempotency_key: table('repeats', 'user', {
    id: 'id_user',
    other: 'scope created_at',
    erased: 'key result',
    secret: 'request_sha256',
  }),
  event: table('history', 'both', {
    id: 'actor',
    other: 'id chain seq id_solicitud_main id_company id_documento action at prev_hash hash',
    erased: 'actor_label data ip',
  }),
  company: plain(
    'id nombre identificacion pais email telefono direccion activa created_at exige_totp logo_key exige_passkey embed_origins',
  ),
  template: plain(
    'id id_company name version uses last_used_at archived_at created_at updated_at',
    'created_by updated_by',
  ),
  template_base: plain('pdf_path id_company blob_key size sha256 paginas page_sizes created_at'),
  template_version: plain('id_template version name locale pdf_path fields created_at', 'created_by'),
  request_document: plain('id_request id_documento position'),
  webhook: plain(
    'id id_company url events secret old_secret old_secret_until activo failing_since disabled_at created_at',
    'created_by',
  ),
  // Bodies have ids and states only.
  webhook_delivery: plain(
    'no id id_webhook object type body status attempts next_attempt_at lease_until code reason attempted_at created_at',
  ),
  verification_code: plain('code id_documento version created_at'),
  provisioning: plain('id_company enabled default_role group_roles updated_at', 'updated_by'),
  provisioning_domain: plain('domain id_company created_at', 'created_by'),
  retention_rule: plain('id_company tipo months updated_at', 'updated_by'),
  office_seal: plain('id_company subject fingerprint certificate chain sealed_key created_at', 'created_by'),
  signing_settings: plain(
    'id_company level hash appearance repeat tsa_url tsa_username tsa_password tsa_policy updated_at',
    'updated_by',
  ),
  mail_settings: plain('only_row host port security username password from_name from_address updated_at', 'updated_by'),
  trust_anchor: plain(
    'id id_company certificate subject issuer serial fingerprint not_before not_after created_at',
    'created_by',
  ),
  authority_country: plain('pais is_on updated_at', 'updated_by'),
  authority_switch: plain('fingerprint is_on updated_at', 'updated_by'),
  setting: plain('key value updated_at'),
  // Keys are digests.
  throttle: plain('key count window_start until'),
  spent_challenge: plain('challenge expires_at'),
  main_facet: plain('id_company facet updated_at id_solicitud_main'),
  tally: plain('kind scope bucket n'),
  tally_change: plain('kind scope bucket n'),
  event_chain: plain('chain seq hash no mac sealed_from'),
  history_counter: plain('shard chains mac'),
  history_root: plain('no at chains events changed heads prev_hash hash mac published_at token tsa stamped_at'),
  history_root_head: plain('chain seq hash root'),
} as const satisfies Readonly<Record<string, TableData>>

export type DataTable = keyof typeof personalData

/** The columns of a table with one of these fates. */
export function columnsWith(name: DataTable, ...fates: ColumnFate[]): string[] {
  const { columns }: TableData = personalData[name]
  return fates.flatMap((fate) => (columns[fate] ?? '').split(' ')).filter((column) => column !== '')
}

/** Tables with personal data. */
export type PersonalTable = {
  [Name in DataTable]: (typeof personalData)[Name] extends { area: DataArea } ? Name : never
}[DataTable]

/** In the order of the list. */
export const personalTables = (Object.keys(personalData) as DataTable[]).filter(
  (name): name is PersonalTable => personalData[name].area !== null,
)

export type AreaSummary = { area: DataArea; erased: boolean; kept: boolean }

/** Each area: whether an erasure removes something of it, and whether it leaves something. */
export const areaSummaries = (): AreaSummary[] =>
  dataAreas.map((area) => {
    const names = personalTables.filter((name) => personalData[name].area === area)
    const has = (...fates: ColumnFate[]) => names.some((name) => columnsWith(name, ...fates).length > 0)
    return { area, erased: has('erased', 'secret'), kept: has('kept') }
  })
