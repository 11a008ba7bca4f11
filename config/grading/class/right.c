/* Alpha-beta search as in the textbook, with the protocol of the grader. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct state {
    char line[4096];
    char *name, *player, *actions[256];
    int count;
};

/* Splits a line into the words of a state, after `skip` words. */
static void split(struct state *state, int skip) {
    char *word = strtok(state->line, " \n");
    while (word && skip--) word = strtok(NULL, " \n");
    state->name = word;
    state->player = strtok(NULL, " \n");
    for (state->count = 0; (word = strtok(NULL, " \n")); state->count++) state->actions[state->count] = word;
}

static void reply(char *line) {
    fflush(stdout);
    if (!fgets(line, 4096, stdin) || strncmp(line, "error", 5) == 0) exit(1);
}

static void result(struct state *from, char *action, struct state *to) {
    printf("result %s %s\n", from->name, action);
    reply(to->line);
    split(to, 1);
}

static double value_of(const char *question, struct state *state) {
    char line[4096];
    printf("%s %s\n", question, state->name);
    reply(line);
    return atof(line + strlen("value "));
}

static double search(struct state *state, double alpha, double beta, int depth, char **move) {
    if (state->count == 0) return value_of("utility", state);
    if (depth == 0) return value_of("evaluate", state);
    int max = strcmp(state->player, "max") == 0;
    double value = max ? -INFINITY : INFINITY;
    for (int i = 0; i < state->count; i++) {
        struct state child;
        char *unused = "-";
        result(state, state->actions[i], &child);
        double found = search(&child, alpha, beta, depth - 1, &unused);
        if (max ? found > value : found < value) value = found, *move = state->actions[i];
        if (max && value > alpha) alpha = value;
        if (!max && value < beta) beta = value;
        if (alpha >= beta) break;
    }
    return value;
}

int main(void) {
    static struct state root;
    while (fgets(root.line, sizeof root.line, stdin)) {
        char method[16], depth[16], *move = "-";
        if (sscanf(root.line, "search %15s %15s", method, depth) != 2) continue;
        split(&root, 3);
        double value = search(&root, -INFINITY, INFINITY, depth[0] == '-' ? -1 : atoi(depth), &move);
        printf("answer %g %s\n", value, move);
        fflush(stdout);
    }
}
