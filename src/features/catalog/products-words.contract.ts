/** The texts of Products as shipped. */
export const productsWords = {
  title: 'Products',
  lead: 'Tools that we built for one project, needed in the next, and now keep for everyone. Each comes set up, with its source and a person to ask.',
  actionTitle: 'See one running on your own data.',
  actionText:
    'Half an hour on a screen with the engineer who keeps it. You bring the data, or we bring some that looks like yours.',
  action: 'Arrange a demo',
}
