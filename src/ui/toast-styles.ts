/**
 * The style element of the toasts' library, under the id that it looks for. Finding none it would make one through `innerHTML`, which the
 * Content-Security-Policy refuses. It writes into the text node inside.
 */
const styles = Object.assign(document.createElement('style'), { id: '_goober' })
styles.append(' ')
document.head.append(styles)
