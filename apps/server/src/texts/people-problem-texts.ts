import { both } from './problem-text.ts'

/** Texts of errors about companies, users and accounts. */
export const peopleProblemTexts = {
  tax_id_refused: both(
    {
      title: 'Esa identificación no se puede guardar',
      detail:
        'Cópiala completa de un documento oficial y revisa el país y el último dígito. Si está bien escrita, pide a tu administrador que la registre.',
    },
    {
      title: 'That tax id cannot be saved',
      detail:
        'Copy it whole from an official document and check the country and the last digit. If it is right, ask your administrator to enter it.',
    },
  ),
  company_exists: both(
    {
      title: 'Esa empresa ya existe',
      detail: 'Hay otra con la misma identificación en ese país: búscala en la lista.',
    },
    {
      title: 'That company already exists',
      detail: 'Another has the same tax id in that country: look for it in the list.',
    },
  ),
  person_not_found: both(
    {
      title: 'No se guarda nada de esa persona',
      detail: 'Escribe su correo o su identificación tal como está en el expediente o en el pedido.',
    },
    {
      title: 'Nothing is stored of that person',
      detail: 'Write their email address or identification as it is in the case file or the request.',
    },
  ),
  person_awaited: both(
    {
      title: 'Todavía se espera algo de esa persona',
      detail:
        'Anula primero los pedidos que esperan su firma o sus documentos; si es una convocatoria, concluye o devuelve su expediente.',
    },
    {
      title: 'Something is still awaited from that person',
      detail:
        'First cancel the requests that wait for their signature or documents; if it is a convocation, conclude or return its case file.',
    },
  ),
  person_held: both(
    {
      title: 'Un expediente de esa persona está retenido',
      detail: 'Mientras lo esté, sus datos quedan. Un gestor o un administrador puede soltarlo.',
    },
    {
      title: 'A case file of that person is held',
      detail: 'Their data stays meanwhile. A gestor or an administrator can release it.',
    },
  ),
  company_unknown: both(
    { title: 'Esa empresa no está disponible', detail: 'No existe o está desactivada. Elige otra de la lista.' },
    {
      title: 'That company is not available',
      detail: 'It does not exist or is deactivated. Choose another from the list.',
    },
  ),
  company_has_you: both(
    {
      title: 'Es tu propia empresa',
      detail: 'Si la desactivaras, te quedarías fuera. Pídeselo a un administrador que no trabaje en ella.',
    },
    {
      title: 'It is your own company',
      detail: 'Deactivating it would lock you out. Ask an administrator who does not work there.',
    },
  ),
  last_admin: both(
    {
      title: 'Es el último administrador',
      detail: 'Sin él nadie podría administrar Foja. Nombra antes a otro administrador.',
    },
    {
      title: 'This is the last administrator',
      detail: 'No one could administer Foja without them. Appoint another administrator first.',
    },
  ),
  own_password_required: both(
    {
      title: 'Hace falta tu contraseña',
      detail: 'Esto cambia cómo ingresa un usuario. Escribe tu propia contraseña para confirmar que eres tú.',
    },
    {
      title: 'Your password is needed',
      detail: 'This changes how a user signs in. Type your own password to confirm that it is you.',
    },
  ),
  not_yourself: both(
    {
      title: 'Eso no se hace con la propia cuenta',
      detail:
        'Tu rol, tu empresa y la baja de tu cuenta los cambia otro administrador. Tu contraseña se cambia en Mi perfil.',
    },
    {
      title: 'Not with your own account',
      detail:
        'Another administrator changes your role or company and removes your account. Your password is changed in My profile.',
    },
  ),
  handover_required: both(
    {
      title: 'Tiene solicitudes abiertas',
      detail: 'Elige quién se hace cargo de ellas, para que no queden sin nadie, y vuelve a intentarlo.',
    },
    {
      title: 'They have open requests',
      detail: 'Choose who takes them over, so that none is left without a person in charge, and try again.',
    },
  ),
  user_not_invited: both(
    {
      title: 'Esa persona ya eligió su contraseña',
      detail: 'No hace falta otra invitación. Si la olvidó, puede pedir otra desde la página de ingreso.',
    },
    {
      title: 'That person has already chosen a password',
      detail: 'No other invitation is needed. If they forgot it, they can ask for a new one on the sign-in page.',
    },
  ),
  company_shut: both(
    {
      title: 'La empresa está desactivada',
      detail: 'Sus usuarios no pueden ingresar, tampoco con una invitación. Reactívala y vuelve a intentarlo.',
    },
    {
      title: 'The company is deactivated',
      detail: 'Its users cannot sign in, not even with an invitation. Reactivate it and try again.',
    },
  ),
  link_expired: both(
    {
      title: 'Este enlace ya no sirve',
      detail: 'Se usó, venció o hay uno más nuevo. Busca el último correo, o pide otro.',
    },
    {
      title: 'This link is no longer valid',
      detail: 'It was used, has expired, or there is a newer one. Look for the last message, or ask for another.',
    },
  ),
  totp_wrong: both(
    {
      title: 'El código no coincide',
      detail:
        'Escribe el que muestra ahora tu aplicación; si falla otra vez, mira que la hora del teléfono sea la correcta.',
    },
    {
      title: 'The code does not match',
      detail: 'Type the one that your app shows now; if it fails again, check that the phone’s time is right.',
    },
  ),
  totp_not_begun: both(
    { title: 'Falta empezar', detail: 'Pide primero el código QR, léelo con tu aplicación y confirma después.' },
    { title: 'It has not been started', detail: 'Ask for the QR code first, read it with your app, and confirm then.' },
  ),
  totp_not_on: both(
    { title: 'No tienes verificación en dos pasos', detail: 'Puedes activarla en Mi perfil, en Seguridad.' },
    { title: 'You have no two-step verification', detail: 'You can set it up in My profile, under Security.' },
  ),
  totp_already_on: both(
    {
      title: 'Ya tienes verificación en dos pasos',
      detail:
        'Para pasarla a otro teléfono usa «Cambiar de teléfono», en Mi perfil. Si no guardaste tus códigos de recuperación, pide otros con «Códigos nuevos».',
    },
    {
      title: 'You already have two-step verification',
      detail:
        'To move it to another phone use “Change phone”, in My profile. If you did not keep your recovery codes, get others with “New codes”.',
    },
  ),
  totp_required_by_company: both(
    {
      title: 'Tu empresa exige la verificación en dos pasos',
      detail:
        'Es el único segundo paso que tienes: no se puede quitar. Para pasar los códigos a otro teléfono usa «Cambiar de teléfono», en Mi perfil.',
    },
    {
      title: 'Your company requires two-step verification',
      detail:
        'It is the only second step that you have, so it cannot be removed. To move the codes to another phone use “Change phone”, in My profile.',
    },
  ),
  totp_setup_required: both(
    {
      title: 'Falta la verificación en dos pasos',
      detail: 'Tu empresa la exige. Actívala en Mi perfil, en Seguridad, y sigue donde estabas.',
    },
    {
      title: 'Two-step verification is missing',
      detail: 'Your company requires it. Set it up in My profile, under Security, and go on where you were.',
    },
  ),
  own_code_required: both(
    {
      title: 'Falta el segundo paso',
      detail: 'Escribe un código de tu aplicación o de recuperación, o confirma con una llave de acceso.',
    },
    {
      title: 'The second step is missing',
      detail: 'Type a code of your app or a recovery code, or confirm with a passkey.',
    },
  ),
  passkey_wrong: both(
    {
      title: 'La llave de acceso no sirvió',
      detail: 'Pasó demasiado tiempo o no es de esta cuenta. Vuelve a intentarlo.',
    },
    {
      title: 'The passkey did not work',
      detail: 'Too much time passed, or it is not of this account. Try again.',
    },
  ),
  passkey_none: both(
    { title: 'No tienes llaves de acceso', detail: 'Puedes agregar una en Mi perfil, en Seguridad.' },
    { title: 'You have no passkeys', detail: 'You can add one in My profile, under Security.' },
  ),
  passkey_exists: both(
    { title: 'Esa llave ya está guardada', detail: 'Usa otro dispositivo u otro gestor de contraseñas.' },
    { title: 'That passkey is saved already', detail: 'Use another device or another password manager.' },
  ),
  key_refused: both(
    {
      title: 'Foja no acepta esta clave de API',
      detail:
        'Está mal copiada, venció, fue revocada o solo sirve desde otra red. Revísala en Claves de API o crea otra.',
    },
    {
      title: 'Foja does not accept this API key',
      detail:
        'It was copied wrong, has expired, was revoked, or works from another network only. Check it under API keys, or create another.',
    },
  ),
  key_scope_missing: both(
    {
      title: 'A esta clave le falta un permiso',
      detail: 'Crea otra clave de API con ese permiso.',
    },
    { title: 'This key lacks a permission', detail: 'Create another API key with that permission.' },
  ),
  key_not_allowed: both(
    {
      title: 'Esto no se hace con una clave de API',
      detail: 'Ingresa a Foja y hazlo en la pantalla.',
    },
    { title: 'An API key cannot do this', detail: 'Sign in to Foja and do it on the screen.' },
  ),
  key_expiry_wrong: both(
    { title: 'Ese vencimiento no sirve', detail: 'Elige un día desde mañana hasta dentro de un año.' },
    { title: 'That expiry does not work', detail: 'Choose a day from tomorrow to a year ahead.' },
  ),
  key_network_wrong: both(
    {
      title: 'Esa red no se entiende',
      detail: 'Escribe una dirección o una red, como 190.95.14.0/24 o 2001:db8::/32.',
    },
    {
      title: 'That network is not valid',
      detail: 'Type an address or a network, like 190.95.14.0/24 or 2001:db8::/32.',
    },
  ),
  key_limit: both(
    { title: 'Hay demasiadas claves de API', detail: 'Revoca primero una que ya no uses.' },
    { title: 'There are too many API keys', detail: 'Revoke one that you no longer use first.' },
  ),
  webhook_url_wrong: both(
    {
      title: 'Esa dirección no sirve',
      detail: 'Escribe una dirección completa que empiece con https, sin usuario ni contraseña.',
    },
    {
      title: 'That address does not work',
      detail: 'Type a whole address that begins with https, without user and password.',
    },
  ),
  webhook_limit: both(
    { title: 'La empresa tiene demasiados webhooks', detail: 'Borra primero uno que ya no uses.' },
    { title: 'The company has too many webhooks', detail: 'Delete one that you no longer use first.' },
  ),
  embed_origin_wrong: both(
    {
      title: 'Ese sitio no sirve',
      detail: 'Escribe solo el comienzo de su dirección, con https y sin nada después.',
    },
    {
      title: 'That site does not work',
      detail: 'Type only the beginning of its address, with https and nothing after it.',
    },
  ),
  webhook_inactive: both(
    { title: 'El webhook está en pausa', detail: 'Reanúdalo y envía otra vez.' },
    { title: 'The webhook is paused', detail: 'Resume it and send again.' },
  ),
  domain_wrong: both(
    { title: 'Ese dominio no sirve', detail: 'Escribe lo que va después de la @, como oficina.ec.' },
    { title: 'That domain does not work', detail: 'Type what follows the @, like oficina.ec.' },
  ),
  domain_public: both(
    {
      title: 'Ese dominio es de todo el mundo',
      detail: 'Cualquiera puede tener un correo ahí. Escribe un dominio que sea solo de la oficina.',
    },
    {
      title: 'That domain is open to all',
      detail: 'Anyone can have an address there. Type a domain of the office alone.',
    },
  ),
  domain_taken: both(
    {
      title: 'Ese dominio ya es de otra empresa',
      detail: 'Cada dominio va con una sola empresa: quítalo primero de la otra.',
    },
    {
      title: 'That domain belongs to another company',
      detail: 'A domain goes with one company: remove it from the other first.',
    },
  ),
  passkey_limit: both(
    { title: 'Tienes demasiadas llaves de acceso', detail: 'Quita antes una que ya no uses.' },
    { title: 'You have too many passkeys', detail: 'Remove one that you no longer use first.' },
  ),
  passkey_unavailable: both(
    {
      title: 'Aquí no hay llaves de acceso',
      detail: 'Los navegadores solo las permiten en un sitio https con nombre propio, no en una dirección IP.',
    },
    {
      title: 'There are no passkeys here',
      detail: 'Browsers allow them only on an https site with its own name, not on an IP address.',
    },
  ),
  passkey_required_by_company: both(
    {
      title: 'Tu empresa exige una llave de acceso',
      detail: 'Es la única que tienes. Agrega otra antes de quitarla.',
    },
    {
      title: 'Your company requires a passkey',
      detail: 'It is the only one that you have. Add another one before you remove it.',
    },
  ),
}
