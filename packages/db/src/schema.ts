import type {
  CaseHoldTable,
  DeletedCaseTable,
  MainFacetTable,
  RetentionRuleTable,
  SolicitudMainTable,
  SolicitudTable,
  TallyTable,
} from './case-tables.ts'
import type {
  DocumentTable,
  DocumentVersionTable,
  ShareTable,
  ShareViewTable,
  UserSharedTable,
} from './document-tables.ts'
import type {
  EventChainTable,
  EventTable,
  HistoryCounterTable,
  HistoryRootHeadTable,
  HistoryRootTable,
} from './event-tables.ts'
import type { EmailTable, MailSettingsTable, NotificationTable } from './message-tables.ts'
import type {
  ApiKeyTable,
  AppUserTable,
  CompanyTable,
  IdempotencyKeyTable,
  OneTimeLinkTable,
  PasskeyTable,
  ProvisioningDomainTable,
  ProvisioningTable,
  RecoveryCodeTable,
  RefreshTokenTable,
  SessionTable,
  SettingTable,
  SpentChallengeTable,
  ThrottleTable,
} from './office-tables.ts'
import type {
  AuthorityCountryTable,
  AuthoritySwitchTable,
  OfficeSealTable,
  PreparedSigningTable,
  SignerTable,
  SigningSettingsTable,
  TrustAnchorTable,
  VerificationCodeTable,
} from './signing-tables.ts'
import type {
  TemplateBaseTable,
  TemplateBatchFileTable,
  TemplateBatchTable,
  TemplateTable,
  TemplateVersionTable,
} from './template-tables.ts'
import type {
  DeliveredFileTable,
  RecipientTable,
  RecipientVersionTable,
  RequestDocumentTable,
  RequestFillingTable,
  RequestTable,
  RequirementTable,
} from './request-tables.ts'
import type { WebhookDeliveryTable, WebhookTable } from './webhook-tables.ts'

/**
 * The rows of each table. Column names are the wire's names where the wire has one. Instants are `timestamptz(3)`:
 * milliseconds, so that a JavaScript `Date` carries them without loss. `bigint` columns and `count(*)` arrive as
 * `number`. A json column is written with `JSON.stringify`.
 */
export interface Database {
  company: CompanyTable
  app_user: AppUserTable
  session: SessionTable
  refresh_token: RefreshTokenTable
  recovery_code: RecoveryCodeTable
  passkey: PasskeyTable
  api_key: ApiKeyTable
  spent_challenge: SpentChallengeTable
  one_time_link: OneTimeLinkTable
  throttle: ThrottleTable
  solicitud_main: SolicitudMainTable
  solicitud: SolicitudTable
  deleted_case: DeletedCaseTable
  document: DocumentTable
  document_version: DocumentVersionTable
  event: EventTable
  event_chain: EventChainTable
  history_counter: HistoryCounterTable
  history_root: HistoryRootTable
  history_root_head: HistoryRootHeadTable
  signer: SignerTable
  share: ShareTable
  user_shared: UserSharedTable
  trust_anchor: TrustAnchorTable
  authority_country: AuthorityCountryTable
  authority_switch: AuthoritySwitchTable
  signing_settings: SigningSettingsTable
  office_seal: OfficeSealTable
  verification_code: VerificationCodeTable
  prepared_signing: PreparedSigningTable
  setting: SettingTable
  mail_settings: MailSettingsTable
  idempotency_key: IdempotencyKeyTable
  share_view: ShareViewTable
  email: EmailTable
  notification: NotificationTable
  tally: TallyTable
  tally_change: TallyTable
  main_facet: MainFacetTable
  template: TemplateTable
  template_base: TemplateBaseTable
  template_version: TemplateVersionTable
  template_batch: TemplateBatchTable
  template_batch_file: TemplateBatchFileTable
  request: RequestTable
  request_document: RequestDocumentTable
  request_filling: RequestFillingTable
  recipient: RecipientTable
  recipient_version: RecipientVersionTable
  requirement: RequirementTable
  delivered_file: DeliveredFileTable
  webhook: WebhookTable
  webhook_delivery: WebhookDeliveryTable
  retention_rule: RetentionRuleTable
  case_hold: CaseHoldTable
  provisioning: ProvisioningTable
  provisioning_domain: ProvisioningDomainTable
}
