import { defineTexts } from '../../../lib/texts/define-texts.ts'
import type { Topic, TopicOf } from '../topics.ts'

export const signTopics: Record<TopicOf<'sign'>, Topic> = {
  signPdf: {
    title: 'Firmar un PDF',
    text: 'Uno o varios PDF, sin crear un expediente.',
    steps: [
      'Suelta los PDF en cualquier parte de Foja, o elige «Firmar un PDF».',
      'Arrastra el sello al lugar de la firma.',
      'Escribe la clave del certificado y firma.',
      'Descarga el resultado, o guárdalo en un expediente.',
    ],
    words: 'sello firma digital electrónica lugar posición teléfono celular documento',
  },
  placeStamp: {
    title: 'Poner la firma en su lugar',
    text: 'El sello va donde lo pones, en una página o en todas.',
    steps: [
      'En «Firmar un PDF», ve a la página de la firma.',
      'Arrastra con el mouse para dibujar el recuadro del sello. En el teléfono, toca el lugar.',
      'Muévelo, o cambia su tamaño desde las esquinas.',
      'En «Apariencia», elige cómo se ve: «QR y datos», «Datos», «Margen» o «Invisible». Con tu rúbrica guardada, también «Imagen».',
      'Para repetirlo, abre «Opciones avanzadas» y marca «En todas las páginas».',
      'En el teléfono, todo eso se abre con el ícono junto a «Firmar».',
    ],
    words: 'sello posición tamaño página apariencia qr rúbrica mover',
  },
  signInCase: {
    title: 'Firmar un documento del expediente',
    text: 'Sin sacarlo de ahí: la firma queda en el expediente.',
    steps: [
      'Abre el documento desde su expediente.',
      'Elige «Firmar», a la derecha; en el teléfono, «Firmar y ver firmas».',
      'Dibuja en la página dónde va el sello. En el teléfono, toca el lugar.',
      'Escribe la clave del certificado y elige «Firmar».',
      'La versión anterior a tu firma sigue en «Versiones».',
    ],
    words: 'expediente acta sello clave documento solo',
  },
  signMany: {
    title: 'Firmar varios a la vez',
    text: 'Hasta 50 documentos de tus expedientes con una sola clave.',
    steps: [
      'En «Mi firma», elige «Firmar varios documentos».',
      'Marca los documentos y elige dónde va el sello.',
      'Escribe la clave del certificado una sola vez.',
      'Si uno falla, los demás se firman igual y ves por qué falló.',
    ],
    words: 'lote muchos masivo',
  },
  storeKey: {
    title: 'Guardar tu firma',
    text: 'Sube tu certificado una vez y firma después solo con su clave.',
    steps: [
      'En «Mi firma», elige tu archivo .p12 o .pfx, o el par .cer y .key.',
      'Escribe la clave del certificado. Foja no la guarda.',
      'Si quieres, agrega la imagen de tu rúbrica.',
    ],
    words: 'certificado p12 pfx cer key subir rúbrica imagen mi firma renovar',
  },
  keyFails: {
    title: 'No se abre mi .p12',
    text: 'Casi siempre es la clave, que distingue mayúsculas y minúsculas.',
    steps: [
      'Revisa la tecla de mayúsculas y escribe la clave otra vez.',
      'Usa la clave del certificado, no la contraseña de Foja.',
      'Si la olvidaste, pide otro certificado a tu autoridad: nadie más la conoce.',
      'Si el certificado caducó, sube el que lo renueva en «Mi firma».',
    ],
    words: 'clave contraseña incorrecta error olvidé caducado pfx vencido',
  },
  askedToSign: {
    title: 'Te pidieron una firma',
    text: 'La haces desde el enlace del correo, sin cuenta, también en el teléfono.',
    steps: [
      'Abre el enlace. Si te pide un código, está en otro correo.',
      'Lee los documentos completos.',
      'Elige «Firmar» y el archivo de tu firma (.p12 o .pfx).',
      'Escribe su clave. Ni el archivo ni la clave salen de tu equipo.',
      'Si te piden una firma simple, dibújala o escríbela: no hace falta certificado.',
      'Si no te corresponde, elige «No voy a firmar», con el motivo, o «Debe firmar otra persona», si está permitido.',
      'Descarga tus copias con el mismo enlace.',
    ],
    words: 'enlace correo pedido externo sin cuenta teléfono celular aprobar rechazar delegar código firma simple',
  },
  askedToDeliver: {
    title: 'Te pidieron documentos',
    text: 'Los entregas desde el enlace, con fotos o archivos.',
    steps: [
      'Abre el enlace del correo y mira la lista.',
      'En cada fila, elige «Tomar foto» o «Elegir archivo». Varias fotos hacen un solo PDF.',
      'Si se corta la conexión, elige «Seguir»: lo enviado queda.',
      'Si te devuelven uno, lee el motivo y súbelo otra vez.',
      'Descarga tu constancia: lleva la fecha y la huella de cada archivo.',
    ],
    words: 'entregar subir foto cédula enlace constancia devuelto',
  },
  convened: {
    title: 'Te convocaron a una cita',
    text: 'Contesta desde el enlace, sin cuenta.',
    steps: [
      'Abre el enlace y revisa la fecha, el lugar y el asunto.',
      'Elige «Asistiré», «Pedir otra fecha» o «No asistiré», con un motivo.',
      'Agrega la cita a tu calendario.',
      'Puedes cambiar tu respuesta hasta que empiece la cita.',
    ],
    words: 'convocatoria audiencia confirmar asistir otra fecha enlace calendario',
  },
  sharedLink: {
    title: 'Te compartieron un documento',
    text: 'El enlace abre el documento sin cuenta.',
    steps: [
      'Abre el enlace. Si pide contraseña, pídela a quien te lo envió.',
      'Léelo en la página o elige «Descargar», si está permitido.',
      'En «Firmas» ves si son válidas.',
      'Si ya no abre, venció o lo anularon: pide otro.',
    ],
    words: 'enlace link abrir contraseña descargar vencido',
  },
  verify: {
    title: 'Verificar un documento',
    text: 'Sabe quién firmó y si algo cambió. No hace falta una cuenta.',
    steps: [
      'Suelta el PDF en «Verificar».',
      'Si lo tienes en papel, escribe el código que está junto a la firma o escanea su QR.',
      'Lee el resultado de cada firma.',
    ],
    words: 'comprobar papel código qr válida',
  },
  checkPaper: {
    title: 'Comprobar un papel',
    text: 'El código junto a la firma lleva al documento que guarda Foja.',
    steps: [
      'Abre «Verificar» y escribe el código, o escanea el QR con la cámara.',
      'Compara el papel con el documento que aparece: título, nombres, valores y fechas.',
      'Si algo es distinto, no aceptes el papel: el QR se puede copiar a otra hoja.',
    ],
    words: 'impreso qr código copia física cámara comparar',
  },
  readResult: {
    title: 'Leer un resultado',
    text: 'Cada firma lleva una palabra que dice si puedes confiar en ella.',
    steps: [
      'Lee primero la frase de arriba: dice si aceptar el documento.',
      '«Válida»: nadie cambió nada y una autoridad conocida responde por la persona.',
      '«Por confirmar»: está íntegra, pero falta saber algo. No es un sí ni un no.',
      '«Válida, con un cambio»: se llenó algo que el documento permitía. Léelo antes de aceptar.',
      '«Modificado después», «Alterado», «Revocada» o «No válida»: no lo aceptes y pide otra copia.',
      '«Firma simple»: la persona no usó un certificado propio; la selló la oficina.',
      'Con «Imprimir» sale una hoja con el resultado.',
    ],
    words: 'veredicto válida modificado alterado revocada inválida significado íntegra',
  },
  toConfirm: {
    title: 'Qué significa «Por confirmar»',
    text: 'La firma está íntegra, pero falta algo para darla por válida.',
    steps: [
      'Abre la firma y lee qué falta.',
      'Si Foja no conoce a quien emitió el certificado, un administrador puede encender esa autoridad.',
      'Si no se pudo consultar la revocación, vuelve a verificar más tarde.',
    ],
    words: 'indeterminada autoridad emisor confianza resultado',
  },
  adobe: {
    title: 'Adobe dice otra cosa',
    text: 'Foja y Adobe no confían en las mismas autoridades.',
    steps: [
      'Si Adobe dice que la identidad es desconocida, el documento está íntegro: no conoce a la autoridad de tu país.',
      'En Adobe, abre la firma y mira el certificado de arriba de la cadena: es la autoridad.',
      'Si la reconoces, agrégala ahí a los certificados de confianza y valida otra vez.',
      'Si Adobe dice que el documento cambió después de firmarse, créele y verifícalo en Foja: te muestra qué cambió.',
      'Quien no quiera tocar Adobe puede verificarlo en la página «Verificar», sin cuenta.',
    ],
    words: 'acrobat reader desconocida problemas signo amarillo validez firmaec',
  },
  loose: {
    title: 'Documentos sueltos',
    text: 'Los PDF que firmas sin crear un expediente quedan aquí.',
    steps: ['Toca la lupa (o Ctrl K) y elige «Documentos sueltos».', 'Búscalos por nombre, ábrelos o fírmalos.'],
    words: 'sin expediente',
  },
  profile: {
    title: 'Tu perfil y tus avisos',
    text: 'Tus datos, cómo ingresas, el idioma y lo que te avisa Foja.',
    steps: [
      'Abre «Mi perfil» desde tu nombre o, en el teléfono, desde «Más».',
      'Activa la verificación en dos pasos o una llave de acceso.',
      'Cierra las sesiones que no reconozcas.',
      'En «Preferencias», elige el idioma y la apariencia, clara u oscura.',
      'Con «Descargar mis datos» recibes una copia de lo que Foja guarda de ti.',
      'La campana de arriba abre tus «Avisos». Ahí puedes «Marcar todo como leído».',
    ],
    words:
      'perfil contraseña sesiones seguridad dos pasos llave cambiar idioma inglés tema oscuro campana notificaciones descargar mis datos',
  },
  signIn: {
    title: 'Ingresar a Foja',
    text: 'Con tu contraseña, una llave de acceso o la cuenta de tu oficina.',
    steps: [
      'Escribe tu correo y tu contraseña.',
      'Si lo activaste, escribe el código de tu teléfono o usa tu llave de acceso.',
      'Con una llave de acceso puedes elegir «Ingresar sin contraseña».',
      'Marca «Mantener la sesión en este equipo» solo en tu propio equipo.',
      'Si tu sesión vence, ingresa otra vez: sigues donde estabas.',
    ],
    words: 'entrar login sesión contraseña llave google microsoft vencida código',
  },
  choosePassword: {
    title: 'Elegir tu contraseña',
    text: 'Cuando te invitan o cuando la olvidas.',
    steps: [
      'Si la olvidaste, elige «¿Olvidaste tu contraseña?» y escribe tu correo.',
      'Abre el enlace que llega. Mira también en el correo no deseado.',
      'Escribe una contraseña de 12 caracteres o más.',
      'Si el enlace ya no sirve, pide otro; si era una invitación, a la persona que te invitó.',
      'Ingresa con tu contraseña nueva.',
    ],
    words: 'olvidé invitación enlace clave recuperar cuenta nueva',
  },
  useHelp: {
    title: 'Usar la ayuda',
    text: 'Busca por lo que quieres hacer, con tus palabras.',
    steps: [
      'Abre «Ayuda», abajo a la izquierda; en el teléfono, en «Más». Primero salen los temas de la pantalla en la que estabas.',
      'Toca el buscador (o la tecla /) y escribe, por ejemplo, «devolver» o «no abre».',
      'Con teclado, la tecla ? muestra los atajos.',
    ],
    words: 'atajos teclado buscar tema',
  },
}

export const useSignTopics = defineTexts(signTopics, () => import('./sign-topics.en.ts'))
