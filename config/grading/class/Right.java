// Alpha-beta search as in the textbook, with the protocol of the grader.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Arrays;
import java.util.List;

public class Right {
    record State(String name, boolean max, List<String> actions) {
        State(String[] words, int from) {
            this(words[from], words[from + 1].equals("max"), Arrays.asList(words).subList(from + 2, words.length));
        }
    }

    record Found(double value, String move) {}

    static final BufferedReader input = new BufferedReader(new InputStreamReader(System.in));

    static String[] ask(String question) throws IOException {
        System.out.println(question);
        System.out.flush();
        String[] words = input.readLine().trim().split(" +");
        if (words[0].equals("error")) throw new IllegalArgumentException(String.join(" ", words));
        return words;
    }

    static State result(State state, String action) throws IOException {
        return new State(ask("result " + state.name() + " " + action), 1);
    }

    static double utility(State state) throws IOException {
        return Double.parseDouble(ask("utility " + state.name())[1]);
    }

    static double evaluate(State state) throws IOException {
        return Double.parseDouble(ask("evaluate " + state.name())[1]);
    }

    static Found search(State state, double alpha, double beta, int depth) throws IOException {
        if (state.actions().isEmpty()) return new Found(utility(state), "-");
        if (depth == 0) return new Found(evaluate(state), "-");
        double value = state.max() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        String move = "-";
        for (String action : state.actions()) {
            double child = search(result(state, action), alpha, beta, depth - 1).value();
            if (state.max() ? child > value : child < value) {
                value = child;
                move = action;
            }
            if (state.max()) alpha = Math.max(alpha, value);
            else beta = Math.min(beta, value);
            if (alpha >= beta) break;
        }
        return new Found(value, move);
    }

    public static void main(String[] arguments) throws IOException {
        for (String line; (line = input.readLine()) != null;) {
            String[] words = line.trim().split(" +");
            if (!words[0].equals("search")) continue;
            int depth = words[2].equals("-") ? -1 : Integer.parseInt(words[2]);
            Found found = search(new State(words, 3), Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, depth);
            System.out.println("answer " + found.value() + " " + found.move());
            System.out.flush();
        }
    }
}
