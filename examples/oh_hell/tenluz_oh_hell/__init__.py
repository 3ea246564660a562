"""Oh Hell: trick-taking for 3 to 7 players; take exactly as many tricks as you bid."""
