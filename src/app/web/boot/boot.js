// Runs before the first paint, inline in every document; the Content-Security-Policy allows it by its hash. The build joins its files.
// It is all the JavaScript that a reader downloads: it handles the parts that a document cannot, and loads the client
// at the first act that needs it.
// Its handlers stay when the client has hydrated the document, so that such a control is handled in one place.
import './look.js'
import './client.js'
import './count.js'
import './acts.js'
