import { describe, expect, it } from 'vitest'
import { endpoints } from './endpoints.ts'
import { policies } from './policies.ts'

/** The 38 calls of the specification, section 7, verbatim. */
const specification = [
  'POST list_solicitud_main_type/',
  'GET metrics/',
  'GET get_list_solicitud_main_type2/',
  'GET details_solicitud/{id}/',
  'POST update_solicitud_type/',
  'POST send_solicitud/',
  'POST return_pendient/',
  'POST preview_pdf_template/',
  'GET list_template/',
  'GET details_template/{id}/',
  'DELETE delete_template/{id}/',
  'GET rename_template/{id}/',
  'POST save_template/',
  'POST pdf_to_image/',
  'POST template_pdf_to_image/{id}/',
  'POST template_data_pdf_to_image/{id}/',
  'POST custom_pdf_signing/',
  'POST send_document_by_email/',
  'DELETE delete_document/',
  'POST change_status_mediation/{id}/',
  'POST upload_signer/',
  'GET do_have_digital_signature/',
  'GET remove_signature/',
  'GET list_companies/',
  'PUT update_companies/{id}/',
  'POST create_company/',
  'DELETE remove_company/{id}/',
  'GET list_users/',
  'PUT update_user/{id}/',
  'POST create_user/',
  'DELETE remove_user/{id}/',
  'PUT change_password_view/{id}/',
  'POST change_password/',
  'POST create_share_document/',
  'GET get_document_share/',
  'GET details_users/',
  'GET user_shared/{id}/',
  'POST user_shared/update/{id}/',
]

/** Calls that the product adds to the specification. */
const own = [
  'POST create_signing_request/',
  'POST request_from_template/',
  'GET list_signing_requests/',
  'GET details_signing_request/{id}/',
  'POST send_signing_request/',
  'DELETE delete_signing_request/{id}/',
  'POST recipient_link/',
  'POST remind_recipient/',
  'POST update_recipient/',
  'POST cancel_signing_request/',
  'GET recipient_request/',
  'POST recipient_code/',
  'POST recipient_prepare/',
  'POST recipient_complete/',
  'POST recipient_sign_simple/',
  'POST recipient_approve/',
  'GET office_seal/',
  'POST office_seal/',
  'DELETE office_seal/',
  'POST recipient_decline/',
  'POST recipient_delegate/',
  'POST create_document_request/',
  'GET list_document_requests/',
  'GET details_document_request/{id}/',
  'GET request_checklist/{id_solicitud}/',
  'GET delivered_pages/{id}/',
  'POST review_requirement/',
  'POST cancel_document_request/',
  'POST recipient_deliver/',
  'DELETE recipient_delivered/{id}/',
  'GET recipient_receipt/',
  'POST convene_parties/',
  'GET details_convocation/{id}/',
  'POST recipient_answer/',
  'POST bulk_solicitudes/',
  'GET agenda/',
  'GET solicitud_ics/{id}/',
  'POST upload_document/',
  'GET details_document/{id}/',
  'GET download_document/{id}/',
  'GET export_solicitudes/',
  'GET summary/',
  'POST download_zip/',
  'GET page_image/{token}/',
  'GET page_text/{token}/',
  'GET file/{token}/',
  'POST restore_template/',
  'GET export_template/{id}/',
  'POST import_template/',
  'POST detect_fields/',
  'GET template_values/{id}/',
  'POST fill_template/',
  'POST fill_batch/',
  'GET fill_batch/{id}/',
  'DELETE fill_batch/{id}/',
  'GET fill_batch_zip/{id}/',
  'POST record_mediation/',
  'DELETE delete_solicitud/',
  'POST restore_solicitud/',
  'GET list_deleted_solicitudes/',
  'GET list_deleted/',
  'POST restore_document/',
  'GET search_document/{id}/',
  'GET loose_documents/',
  'GET signature_image/',
  'DELETE signature_image/',
  'POST prepare_signing/',
  'POST complete_signing/',
  'POST extend_signatures/',
  'POST preflight_signing/',
  'GET signing_settings/',
  'PUT signing_settings/',
  'POST test_timestamp/',
  'POST verify_document/',
  'POST unlock_pdf/',
  'GET verify_page/{handle}/{page}/',
  'GET verify_page_text/{handle}/{page}/',
  'GET verify_code/',
  'GET evidence_report/{id}/',
  'GET list_trust_anchors/',
  'POST upload_trust_anchor/',
  'DELETE remove_trust_anchor/{id}/',
  'POST trust_issuer/',
  'GET list_authority_countries/',
  'GET list_authorities/',
  'POST set_authority/',
  'POST set_authority_country/',
  'GET list_share/{id}/',
  'DELETE remove_share/{id}/',
  'GET share_views/{id}/',
  'GET company_logo/{id}/',
  'POST upload_company_logo/{id}/',
  'DELETE remove_company_logo/{id}/',
  'POST forgot_password/',
  'POST check_link/',
  'POST set_password/',
  'GET security/',
  'POST begin_totp/',
  'POST confirm_totp/',
  'POST renew_recovery_codes/',
  'POST remove_totp/',
  'POST challenge_passkey/',
  'POST begin_passkey/',
  'POST confirm_passkey/',
  'PUT rename_passkey/{id}/',
  'POST remove_passkey/{id}/',
  'GET list_sessions/',
  'DELETE end_session/{id}/',
  'POST end_other_sessions/',
  'PUT update_profile/',
  'POST invite_user/{id}/',
  'POST import_users/',
  'GET list_people/',
  'GET search/',
  'GET history/{id}/',
  'GET list_notifications/',
  'POST read_notifications/',
  'GET live/',
  'GET list_email/{id}/',
  'GET outbox/',
  'GET details_email/{id}/',
  'POST retry_email/{id}/',
  'POST cancel_email/{id}/',
  'POST release_outbox/',
  'GET mail_state/',
  'GET mail_settings/',
  'PUT mail_settings/',
  'DELETE mail_settings/',
  'POST test_mail/',
  'GET system_status/',
  'POST check_service/',
  'POST make_backup/',
  'GET failed_jobs/',
  'POST retry_job/{id}/',
  'POST discard_job/{id}/',
  'GET setup/',
  'POST setup/',
  'GET sample_office/',
  'DELETE sample_office/',
]

const working = endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path.replace('/api/v1/', '')}`)

describe('the list of calls', () => {
  it('includes the 38 calls of the specification', () => {
    expect(new Set(specification).size).toBe(38)
    expect(specification.filter((call) => !working.includes(call))).toEqual([])
  })

  it('has no other calls than those of the specification and the listed additions', () => {
    expect(working.filter((call) => !specification.includes(call) && !own.includes(call))).toEqual([])
    expect(own.filter((call) => !working.includes(call))).toEqual([])
  })

  it('has unique names, and paths that end with a slash', () => {
    // A JSON call and a file call may share method and path: the content type selects.
    const told = endpoints.map(({ multipart }, at) => `${working[at]} ${multipart === undefined ? 'json' : 'files'}`)
    expect(new Set(told).size).toBe(endpoints.length)
    expect(working.filter((call, at) => working.indexOf(call) !== at)).toEqual(['POST verify_document/'])
    expect(new Set(endpoints.map((endpoint) => endpoint.name)).size).toBe(endpoints.length)
    expect(endpoints.filter((endpoint) => !endpoint.path.endsWith('/'))).toEqual([])
  })

  it('gives every call an existing policy', () => {
    expect(endpoints.filter((endpoint) => !(endpoint.policy in policies))).toEqual([])
  })

  it('marks the GETs with side effects, which refuse cross-site and prefetch requests', () => {
    const writing = endpoints.filter((endpoint) => endpoint.method === 'GET' && endpoint.writes === true)
    expect(writing.map((endpoint) => endpoint.path)).toEqual([
      '/api/v1/rename_template/{id}/',
      '/api/v1/remove_signature/',
    ])
  })
})
